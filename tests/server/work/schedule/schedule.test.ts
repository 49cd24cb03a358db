import { expect, test } from 'vitest'
import { newId } from '#server/base/db/values.ts'
import { MAX_DUES, MAX_SERIES_OF_AGENCY, MAX_SERIES_OF_PERSON } from '#shared/work/schedule.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { addProject } from '../projects/setup.ts'
import { day, STAND_UP, setUpSchedule } from './setup.ts'

test('an event is on the day it starts, with all list details', async () => {
  const { owner, world } = await setUpSchedule()
  await owner.schedule.create({
    title: 'Client call',
    starts_at: '2026-03-04T10:30:00.000Z',
    duration_minutes: 45,
    type: 'call',
    status: 'pending',
    location: 'Phone',
    attendees: [
      { kind: 'user', id: world.home.employee.userId },
      { kind: 'client', id: world.home.client.clientId },
    ],
  })
  const { events, timezone } = await owner.schedule.range(day('2026-03-04'))
  expect(timezone).toBe('Europe/Berlin')
  expect(events).toMatchObject([
    {
      title: 'Client call',
      ends_at: '2026-03-04T11:15:00.000Z',
      duration_minutes: 45,
      type: 'call',
      status: 'pending',
      location: 'Phone',
      agency_name: 'Home Agency',
      organizer: { name: 'Home Owner' },
      attendees: [
        { name: 'Home Employee', reply: 'waiting' },
        { name: 'Home Client', reply: 'waiting' },
      ],
      can_edit: true,
    },
  ])
  expect((await owner.schedule.range(day('2026-03-05'))).events).toEqual([])
})

test('a daily event keeps its local time across daylight-saving changes', async () => {
  const { owner } = await setUpSchedule()
  await owner.schedule.create(STAND_UP)
  const { events } = await owner.schedule.range({ from: '2026-03-28', to: '2026-03-30' })
  expect(events.map((event) => event.starts_at)).toEqual([
    '2026-03-28T08:00:00.000Z',
    '2026-03-29T07:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
  ])
})

test('an event repeats on two weekdays every other week until a date', async () => {
  const { owner } = await setUpSchedule()
  await owner.schedule.create({
    ...STAND_UP,
    recurrence: { frequency: 'weekly', interval: 2, weekdays: ['MO', 'TH'], until: '2026-03-19' },
  })
  const { events } = await owner.schedule.range({ from: '2026-03-01', to: '2026-04-15' })
  expect(events.map((event) => event.starts_at.slice(0, 10))).toEqual([
    '2026-03-02',
    '2026-03-05',
    '2026-03-16',
    '2026-03-19',
  ])
  expect(events[0]?.recurrence).toMatchObject({ frequency: 'weekly', interval: 2, until: '2026-03-19' })
})

test('an event repeats monthly five times, and a start outside the rule moves to its first day', async () => {
  const { owner } = await setUpSchedule()
  await owner.schedule.create({ ...STAND_UP, recurrence: { frequency: 'monthly', count: 3 } })
  await owner.schedule.create({
    ...STAND_UP,
    title: 'Fridays',
    recurrence: { frequency: 'weekly', weekdays: ['FR'], count: 1 },
  })
  const spring = await owner.schedule.range({ from: '2026-03-01', to: '2026-04-30' })
  expect(spring.events.map((event) => event.starts_at.slice(0, 10))).toEqual([
    '2026-03-02',
    '2026-03-06',
    '2026-04-02',
  ])
  const summer = await owner.schedule.range({ from: '2026-05-01', to: '2026-06-30' })
  expect(summer.events.map((event) => event.starts_at.slice(0, 10))).toEqual(['2026-05-02'])
})

async function setUpSeries() {
  const world = await setUpSchedule()
  const { id } = await world.owner.schedule.create(STAND_UP)
  const read = async (from = '2026-03-02', to = '2026-03-06') =>
    (await world.owner.schedule.range({ from, to })).events
  const titles = async () => (await read()).map((event) => `${event.starts_at.slice(8, 16)} ${event.title}`)
  return { ...world, id, read, titles }
}

const MOVED = { title: 'Moved', starts_at: '2026-03-04T13:00:00.000Z', duration_minutes: 30 }

test('changing one occurrence leaves the others unchanged', async () => {
  const { owner, id, titles, read } = await setUpSeries()
  const occurrence_start = '2026-03-04T08:00:00.000Z'
  await owner.schedule.update({ id, occurrence_start, version: 1, scope: 'this', ...MOVED })
  expect(await titles()).toEqual([
    '02T08:00 Stand-up',
    '03T08:00 Stand-up',
    '04T13:00 Moved',
    '05T08:00 Stand-up',
    '06T08:00 Stand-up',
  ])
  expect((await read())[2]).toMatchObject({ is_exception: true, occurrence_start, version: 2 })
})

test('a link opens its occurrence, otherwise the next one', async () => {
  const { owner, client } = await setUpSchedule()
  const { id } = await owner.schedule.create(STAND_UP)
  const second = '2026-03-03T08:00:00.000Z'
  await owner.schedule.move({
    id,
    occurrence_start: second,
    version: 1,
    scope: 'this',
    starts_at: '2026-03-03T15:00:00.000Z',
    duration_minutes: 30,
  })
  expect(await owner.schedule.get({ id, occurrence_start: second })).toMatchObject({
    starts_at: '2026-03-03T15:00:00.000Z',
    is_exception: true,
  })
  expect((await owner.schedule.get({ id })).starts_at > TEST_NOW.toISOString()).toBe(true)
  const past = await owner.schedule.create({ title: 'Past', starts_at: second, duration_minutes: 15 })
  expect(await owner.schedule.get({ id: past.id })).toMatchObject({ title: 'Past', starts_at: second })
  await expect(
    owner.schedule.get({ id, occurrence_start: '2026-03-03T08:01:00.000Z' }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(client.schedule.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('changing this and following events splits the series', async () => {
  const { owner, id, titles } = await setUpSeries()
  const occurrence_start = '2026-03-04T08:00:00.000Z'
  await owner.schedule.update({ id, occurrence_start, version: 1, scope: 'following', ...MOVED })
  expect(await titles()).toEqual([
    '02T08:00 Stand-up',
    '03T08:00 Stand-up',
    '04T13:00 Moved',
    '05T13:00 Moved',
    '06T13:00 Moved',
  ])
})

test("changing all events moves the series by the occurrence's offset, including exceptions", async () => {
  const { owner, id, titles } = await setUpSeries()
  await owner.schedule.cancel({
    id,
    occurrence_start: '2026-03-03T08:00:00.000Z',
    version: 1,
    scope: 'this',
  })
  const occurrence_start = '2026-03-04T08:00:00.000Z'
  await owner.schedule.update({ id, occurrence_start, version: 2, scope: 'all', ...MOVED })
  expect(await titles()).toEqual(['02T13:00 Moved', '04T13:00 Moved', '05T13:00 Moved', '06T13:00 Moved'])
})

test('one, following and all events can be canceled', async () => {
  const { owner, id, titles } = await setUpSeries()
  const cancel = (scope: 'this' | 'following' | 'all', day: string, version: number) =>
    owner.schedule.cancel({ id, occurrence_start: `2026-03-0${day}T08:00:00.000Z`, version, scope })
  await cancel('this', '3', 1)
  expect(await titles()).toHaveLength(4)
  await expect(cancel('this', '3', 2)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await cancel('following', '5', 2)
  expect(await titles()).toEqual(['02T08:00 Stand-up', '04T08:00 Stand-up'])
  await cancel('all', '2', 3)
  expect(await titles()).toEqual([])
})

test('an occurrence can be moved and resized; an outdated view is a conflict', async () => {
  const { owner, id, read } = await setUpSeries()
  const drag = {
    id,
    occurrence_start: '2026-03-05T08:00:00.000Z',
    version: 1,
    scope: 'this' as const,
    starts_at: '2026-03-06T15:00:00.000Z',
    ends_at: '2026-03-06T16:30:00.000Z',
  }
  await owner.schedule.move(drag)
  expect((await read('2026-03-05', '2026-03-05')).length).toBe(0)
  expect((await read('2026-03-06', '2026-03-06'))[1]).toMatchObject({
    title: 'Stand-up',
    duration_minutes: 90,
  })
  await expect(owner.schedule.move(drag)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('moving a weekly event to another weekday changes its rule', async () => {
  const { owner } = await setUpSchedule()
  const { id, occurrence_start } = await owner.schedule.create({
    ...STAND_UP,
    recurrence: { frequency: 'weekly' },
  })
  await owner.schedule.move({
    id,
    occurrence_start,
    version: 1,
    scope: 'all',
    starts_at: '2026-03-03T08:00:00.000Z',
    duration_minutes: 30,
  })
  const { events } = await owner.schedule.range({ from: '2026-03-01', to: '2026-03-14' })
  expect(events.map((event) => event.starts_at.slice(0, 10))).toEqual(['2026-03-03', '2026-03-10'])
})

test('Upcoming counts today, tomorrow and the next 7 days', async () => {
  const { owner } = await setUpSchedule()
  for (const hour of ['08', '10', '14'])
    await owner.schedule.create({ ...STAND_UP, starts_at: `2026-03-02T${hour}:00:00.000Z` })
  expect(await owner.schedule.counters({})).toMatchObject({
    today: 3,
    tomorrow: 3,
    next_7_days: 21,
    date: '2026-03-04',
  })
})

test('platform administrators have their own schedule', async () => {
  const { admin, owner } = await setUpSchedule()
  await owner.schedule.create(STAND_UP)
  await admin.schedule.create({ ...STAND_UP, title: 'Platform sync' })
  expect((await admin.schedule.range(day('2026-03-04'))).events).toMatchObject([
    { title: 'Platform sync', agency_name: null },
  ])
  expect((await owner.schedule.range(day('2026-03-04'))).events).toHaveLength(1)
})

test("due tasks show by day: own for contributors, all for owners, their projects' for clients", async () => {
  const { db, world, owner, employee, client } = await setUpSchedule()
  const project_id = await addProject(db, world.home, 'Website')
  const due_date = '2026-03-04'
  await owner.tasks.save({
    title: 'Hers',
    project_id,
    due_date,
    assigned_to_id: world.home.employee.employeeId,
  })
  await owner.tasks.save({ title: 'Nobody’s', project_id, due_date })
  const titles = async (caller: typeof owner) =>
    (await caller.schedule.range(day(due_date))).dues.map((due) => due.title).toSorted()
  expect(await titles(owner)).toEqual(['Hers', 'Nobody’s'])
  expect(await titles(employee)).toEqual(['Hers'])
  expect(await titles(client)).toEqual(['Hers', 'Nobody’s'])
})

test('a range with more due items than fit says so', async () => {
  const { db, world, owner } = await setUpSchedule()
  const project_id = await addProject(db, world.home, 'Website')
  const { id } = await owner.tasks.save({ title: 'Due', project_id, due_date: '2026-03-04' })
  const row = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_DUES }, () => ({ ...row, id: newId() }))
  const dues = async () => {
    const range = await owner.schedule.range(day('2026-03-04'))
    return [range.dues.length, range.truncated]
  }
  for (let start = 0; start < copies.length - 1; start += 500) {
    await db
      .insertInto('tasks')
      .values(copies.slice(start, Math.min(start + 500, copies.length - 1)))
      .execute()
  }
  expect(await dues()).toEqual([MAX_DUES, false])
  await db.insertInto('tasks').values(copies.slice(-1)).execute()
  expect(await dues()).toEqual([MAX_DUES, true])
})

test('a range is limited in length and must be ascending', async () => {
  const { owner } = await setUpSchedule()
  await expect(owner.schedule.range({ from: '2026-01-01', to: '2026-12-31' })).rejects.toThrow(/62 days/)
  await expect(owner.schedule.range({ from: '2026-03-02', to: '2026-03-01' })).rejects.toThrow(
    /on or after its start/,
  )
})

test('a person can have a hundred endless series, not counting ended ones', async () => {
  const { db, owner, employee, world } = await setUpSchedule()
  const first = await owner.schedule.create(STAND_UP)
  const row = await db.selectFrom('events').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_SERIES_OF_PERSON - 1 }, () => ({ ...row, id: newId() }))
  await db.insertInto('events').values(copies).execute()
  const refused = { code: 'CONFLICT', message: expect.stringContaining('100 ongoing repeating events') }
  await expect(owner.schedule.create(STAND_UP)).rejects.toMatchObject(refused)
  const single = await owner.schedule.create({ ...STAND_UP, recurrence: null })
  const change = { ...single, ...STAND_UP, version: 1 }
  await expect(owner.schedule.update(change)).rejects.toMatchObject(refused)
  const split = { ...first, ...STAND_UP, version: 1, scope: 'following' as const }
  const occurrence_start = '2026-03-10T08:00:00.000Z'
  await expect(
    owner.schedule.update({ ...split, occurrence_start, starts_at: occurrence_start }),
  ).rejects.toMatchObject(refused)
  await employee.schedule.create(STAND_UP)
  await db
    .updateTable('events')
    .set({ last_ends_at: '2026-03-03T10:00:00.000Z' })
    .where('id', '=', copies[0]?.id ?? '')
    .execute()
  await owner.schedule.create(STAND_UP)
  expect(world.home.agencyId).toBe(row.agency_id)
})

test('an agency can have five hundred endless series', async () => {
  const { db, owner, employee } = await setUpSchedule()
  const { id } = await owner.schedule.create(STAND_UP)
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_SERIES_OF_AGENCY - 1 }, () => ({ ...row, id: newId() }))
  await db.insertInto('events').values(copies).execute()
  await expect(employee.schedule.create(STAND_UP)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('Your agency has 500 ongoing repeating events'),
  })
})
