import { expect, test } from 'vitest'
import { addMinutes } from '#server/base/db/values.ts'
import { feedEvents } from '#server/work/schedule/queries/feed.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { STAND_UP, setUpSchedule } from './setup.ts'

const REVIEW = {
  title: 'Review',
  starts_at: '2026-03-10T09:00:00.000Z',
  duration_minutes: 60,
  location: 'Room 1',
} as const

type Caller = Awaited<ReturnType<typeof setUpSchedule>>['owner']

/** An event that an employee organizes, with a client and the owner invited. */
async function setUpAttended(event: object = {}) {
  const world = await setUpSchedule()
  const { owner, employee, client } = world
  const { id, occurrence_start } = await employee.schedule.create({
    ...REVIEW,
    ...event,
    attendees: [
      { kind: 'client', id: world.world.home.client.clientId },
      { kind: 'user', id: world.world.home.owner.userId },
    ],
  })
  await client.schedule.reply({ id, reply: 'accepted' })
  await owner.notifications.markAllRead()
  await client.notifications.markAllRead()
  const found = async (caller: Caller) =>
    (await caller.notifications.list({})).items.filter((item) => item.event === 'event_changed')
  const news = async (caller: Caller) => (await found(caller)).map((item) => item.title)
  const link = async (caller: Caller) => (await found(caller))[0]?.link
  return { ...world, id, occurrence_start, news, link }
}

const MOVED = { starts_at: '2026-03-16T15:00:00.000Z', ends_at: '2026-03-16T16:00:00.000Z' }

test('those who take part are notified of a new time in their time zone', async () => {
  const { owner, employee, client, id, occurrence_start, news, link } = await setUpAttended()
  await employee.settings.savePreferences({ timezone: 'Asia/Kolkata' })
  await owner.schedule.move({ id, occurrence_start, version: 1, ...MOVED })
  expect(await news(client)).toEqual(['Home Owner moved Review to Mar 16, 2026 16:00 – 17:00'])
  expect(await news(employee), 'who organizes it').toEqual([
    'Home Owner moved Review to Mar 16, 2026 20:30 – 21:30',
  ])
  expect(await news(owner), 'nobody hears of what they did').toEqual([])
  expect(await link(client)).toBe(`/schedules?event=${id}`)
})

test('attendees are asked again about a new time, even those who declined', async () => {
  const { db, world, owner, employee, client, id, occurrence_start, news } = await setUpAttended()
  const replies = async (event = id) => {
    const { attendees } = await employee.schedule.get({ id: event })
    return Object.fromEntries(attendees.map(({ kind, reply }) => [kind, reply]))
  }
  await owner.schedule.reply({ id, reply: 'tentative' })
  await client.schedule.reply({ id, reply: 'declined' })
  await owner.schedule.move({ id, occurrence_start, version: 1, ...MOVED })
  expect(await replies(), 'who moved it has answered').toEqual({ client: 'waiting', user: 'tentative' })
  expect(await news(client)).toEqual(['Home Owner moved Review to Mar 16, 2026 16:00 – 17:00'])
  expect(await feedEvents(ctxFor(db, world.home.client))).toHaveLength(1)

  const series = await setUpAttended({ ...STAND_UP })
  const at = (hour: string, day = '20') => `2026-03-${day}T${hour}:00:00.000Z`
  const move = { id: series.id, occurrence_start: at('08'), starts_at: at('10'), duration_minutes: 30 }
  await series.client.schedule.reply({ id: series.id, reply: 'declined' })
  const replyTo = async (event: string) => (await series.client.schedule.get({ id: event })).my_reply
  await series.employee.schedule.move({ ...move, version: 1, scope: 'this' })
  expect([await replyTo(series.id), await series.news(series.client)]).toEqual(['declined', []])
  const later = await series.employee.schedule.move({
    ...move,
    occurrence_start: at('08', '23'),
    starts_at: at('10', '23'),
    version: 2,
    scope: 'following',
  })
  expect([await replyTo(series.id), await replyTo(later.id)]).toEqual(['declined', 'waiting'])
})

test('an undone move restores times and replies, and its news is withdrawn', async () => {
  const { owner, employee, client, id, occurrence_start, news } = await setUpAttended()
  await owner.schedule.reply({ id, reply: 'declined' })
  const { undo } = await employee.schedule.move({ id, occurrence_start, version: 1, ...MOVED })
  if (undo === null) throw new Error('The undo id is missing')
  expect(await news(client)).toHaveLength(1)
  for (const stranger of [owner, client]) {
    await expect(stranger.schedule.undoMove({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await employee.schedule.undoMove({ undo })
  const { starts_at, attendees } = await employee.schedule.get({ id })
  expect(starts_at).toBe(REVIEW.starts_at)
  expect(attendees.map(({ kind, reply }) => [kind, reply])).toEqual([
    ['client', 'accepted'],
    ['user', 'declined'],
  ])
  expect([await news(client), await news(owner)]).toEqual([[], []])
  await expect(employee.schedule.undoMove({ undo })).rejects.toMatchObject({ code: 'CONFLICT' })

  const again = await owner.schedule.move({ id, occurrence_start, version: 3, ...MOVED })
  await client.notifications.markAllRead()
  await owner.schedule.undoMove({ undo: again.undo ?? '' })
  expect((await news(client)).toSorted(), 'who knows of the move').toEqual([
    'Home Owner moved Review to Mar 10, 2026 10:00 – 11:00',
    'Home Owner moved Review to Mar 16, 2026 16:00 – 17:00',
  ])
  const first = await employee.schedule.move({ id, occurrence_start, version: 5, ...MOVED })
  const times = { ...MOVED, starts_at: '2026-03-16T14:00:00.000Z' }
  await employee.schedule.move({ id, occurrence_start: MOVED.starts_at, version: 6, ...times })
  await expect(employee.schedule.undoMove({ undo: first.undo ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('undoing a move leaves the news of an earlier one', async () => {
  const { db, world, owner, client, id, occurrence_start, news } = await setUpAttended()
  await owner.schedule.move({ id, occurrence_start, version: 1, ...MOVED })
  const before = await news(client)
  const later = callerAs(db, world.home.owner, { now: addMinutes(TEST_NOW, 20) })
  const times = { starts_at: '2026-03-17T15:00:00.000Z', duration_minutes: 60 }
  const moved = await later.schedule.move({ id, occurrence_start: MOVED.starts_at, version: 2, ...times })
  expect(await news(client)).toHaveLength(2)
  await later.schedule.undoMove({ undo: moved.undo ?? '' })
  expect(await news(client)).toEqual(before)
})

test('an undone move of one event of a series restores what it had of its own', async () => {
  const { employee, id } = await setUpAttended({ ...STAND_UP })
  const occurrence_start = '2026-03-20T08:00:00.000Z'
  const find = async () => (await employee.schedule.range({ from: '2026-03-20', to: '2026-03-20' })).events[0]
  const move = async (starts_at: string) => {
    const { version = 0 } = (await find()) ?? {}
    const times = { starts_at, duration_minutes: 30 }
    return employee.schedule.move({ id, occurrence_start, version, scope: 'this', ...times })
  }
  const { undo } = await move('2026-03-20T10:00:00.000Z')
  await employee.schedule.undoMove({ undo: undo ?? '' })
  expect(await find()).toMatchObject({ starts_at: occurrence_start, is_exception: false })
  await move('2026-03-20T10:00:00.000Z')
  const second = await move('2026-03-20T12:00:00.000Z')
  await employee.schedule.undoMove({ undo: second.undo ?? '' })
  expect(await find()).toMatchObject({ starts_at: '2026-03-20T10:00:00.000Z', is_exception: true })
})

test('a new location soon after a new time leaves the news of the time', async () => {
  const { world, employee, client, id, occurrence_start, news } = await setUpAttended()
  const attendees = [{ kind: 'client', id: world.home.client.clientId } as const]
  await employee.schedule.move({ id, occurrence_start, version: 1, ...MOVED })
  await employee.schedule.update({
    ...REVIEW,
    ...MOVED,
    duration_minutes: null,
    id,
    occurrence_start: MOVED.starts_at,
    attendees,
    location: 'Room 2',
    version: 2,
  })
  expect((await news(client)).toSorted()).toEqual([
    'Home Employee changed the location of Review on Mar 16, 2026 to Room 2',
    'Home Employee moved Review to Mar 16, 2026 16:00 – 17:00',
  ])
})

test('nobody is asked again about an event that is over', async () => {
  const { employee, client, id, occurrence_start } = await setUpAttended({
    starts_at: '2026-03-01T09:00:00.000Z',
  })
  const times = { starts_at: '2026-03-01T10:00:00.000Z', duration_minutes: 60 }
  await employee.schedule.move({ id, occurrence_start, version: 1, ...times })
  expect(await client.schedule.get({ id })).toMatchObject({ my_reply: 'accepted' })
})

test('a new location is news, other texts are not, and those who declined hear of neither', async () => {
  const { world, owner, employee, client, id, occurrence_start, news } = await setUpAttended()
  const attendees = [{ kind: 'client', id: world.home.client.clientId } as const]
  const change = { ...REVIEW, id, occurrence_start, attendees }
  await employee.schedule.update({ ...change, description: 'Bring figures', version: 1 })
  expect(await news(client)).toEqual([])
  await employee.schedule.update({ ...change, location: 'Room 2', version: 2 })
  expect(await news(client)).toEqual([
    'Home Employee changed the location of Review on Mar 10, 2026 to Room 2',
  ])
  await employee.schedule.update({ ...change, location: null, version: 3 })
  expect(await news(client), 'a burst is one').toEqual([
    'Home Employee removed the location of Review on Mar 10, 2026',
  ])
  expect(await news(owner), 'only once').toEqual(['Home Employee removed you from Review on Mar 10, 2026'])
  await client.schedule.reply({ id, reply: 'declined' })
  await client.notifications.markAllRead()
  await employee.schedule.update({ ...change, location: 'Room 3', version: 4 })
  expect(await news(client)).toHaveLength(1)
})

test('people removed from a series learn from which date, unless they declined or it is over', async () => {
  const { owner, employee, client, id, news, link } = await setUpAttended({ ...STAND_UP })
  const change = { ...STAND_UP, id, attendees: [], scope: 'following' as const }
  const occurrence_start = '2026-03-20T08:00:00.000Z'
  await client.schedule.reply({ id, reply: 'declined' })
  await employee.schedule.update({ ...change, occurrence_start, starts_at: occurrence_start, version: 1 })
  expect(await news(owner)).toEqual(['Home Employee removed you from Stand-up from Mar 20, 2026 on'])
  expect(await link(owner)).toBe('/schedules')
  expect(await news(client)).toEqual([])
  const past = await setUpAttended({ starts_at: '2026-03-01T09:00:00.000Z' })
  await past.employee.schedule.update({
    ...REVIEW,
    id: past.id,
    occurrence_start: past.occurrence_start,
    starts_at: past.occurrence_start,
    attendees: [{ kind: 'client', id: past.world.home.client.clientId }],
    version: 1,
  })
  expect(await past.news(past.owner)).toEqual([])
})

test('an occurrence with a title of its own is canceled under that title', async () => {
  const { owner, employee, client, id, news } = await setUpAttended({ ...STAND_UP })
  const occurrence_start = '2026-03-10T08:00:00.000Z'
  const change = { ...STAND_UP, id, occurrence_start, starts_at: occurrence_start, attendees: [], version: 1 }
  await employee.schedule.update({ ...change, recurrence: undefined, title: 'Retrospective', scope: 'this' })
  await employee.schedule.cancel({ id, occurrence_start, version: 2, scope: 'this' })
  expect(await news(client)).toEqual(['Retrospective on Mar 10, 2026 was canceled'])
  expect(await news(owner)).toEqual(['Retrospective on Mar 10, 2026 was canceled'])
})

test('a canceled event is news unless it is over', async () => {
  const { employee, client, id, occurrence_start, news, link } = await setUpAttended()
  await employee.schedule.cancel({ id, occurrence_start, version: 1 })
  expect(await news(client)).toEqual(['Review on Mar 10, 2026 was canceled'])
  expect(await link(client)).toBe('/schedules')
  const past = await setUpAttended({ starts_at: '2026-03-01T09:00:00.000Z' })
  expect(past.occurrence_start < TEST_NOW.toISOString()).toBe(true)
  await past.employee.schedule.cancel({ id: past.id, occurrence_start: past.occurrence_start, version: 1 })
  expect(await past.news(past.client)).toEqual([])
})

test('one, following and all events of a series are named', async () => {
  const { employee, client, id, news, link } = await setUpAttended({ ...STAND_UP, title: 'Stand-up' })
  const at = (day: string) => `2026-03-${day}T08:00:00.000Z`
  const move = (day: string, version: number, scope: 'this' | 'following' | 'all') =>
    employee.schedule.move({
      id,
      occurrence_start: at(day),
      version,
      scope,
      starts_at: `2026-03-${day}T08:30:00.000Z`,
      duration_minutes: 30,
    })
  await move('10', 1, 'this')
  expect(await link(client)).toBe(`/schedules?${new URLSearchParams({ event: id, at: at('10') })}`)
  await employee.schedule.cancel({ id, occurrence_start: at('11'), version: 2, scope: 'this' })
  await move('20', 3, 'following')
  await move('12', 4, 'all')
  const change = {
    ...STAND_UP,
    title: 'Stand-up',
    location: 'Room 1',
    id,
    occurrence_start: '2026-03-12T08:30:00.000Z',
  }
  const times = {
    starts_at: change.occurrence_start,
    ends_at: '2026-03-12T09:00:00.000Z',
    duration_minutes: null,
  }
  const attendees = (await employee.schedule.get({ id })).attendees.map((one) => ({
    kind: one.kind,
    id: one.id,
  }))
  const recurrence = { frequency: 'daily', interval: 2 } as const
  await client.notifications.markAllRead()
  await employee.schedule.update({ ...change, ...times, attendees, recurrence, version: 5 })
  await client.notifications.markAllRead()
  await employee.schedule.cancel({
    id,
    occurrence_start: '2026-03-16T08:30:00.000Z',
    version: 6,
    scope: 'following',
  })
  await client.notifications.markAllRead()
  await employee.schedule.cancel({
    id,
    occurrence_start: '2026-03-14T08:30:00.000Z',
    version: 7,
    scope: 'all',
  })
  expect(new Set(await news(client))).toEqual(
    new Set([
      'Home Employee moved Stand-up to Mar 10, 2026 09:30 – 10:00',
      'Stand-up on Mar 11, 2026 was canceled',
      'Home Employee moved Stand-up to Mar 20, 2026 09:30 – 10:00, with all following events',
      'Home Employee moved Stand-up to Mar 12, 2026 09:30 – 10:00, with all events of the series',
      'Home Employee changed when Stand-up repeats, with all events of the series',
      'Stand-up was canceled from Mar 16, 2026 on',
      'Stand-up was canceled, with all events of the series',
    ]),
  )
})
