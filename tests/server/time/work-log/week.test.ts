import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

const DAY = '2026-03-04'
const WEDNESDAY = 2

interface Versioned {
  id: string
  version: number
}

/** A contributor's project, and their hours on it on a day. */
async function setUpWeek() {
  const time = await setUpWorld()
  const project_id = await addProject(time.db, time.world.home, 'Website')
  const { employee } = time
  const save = (duration: string | null, more: { entry?: Versioned; date?: string } = {}) =>
    employee.workLog.saveHours({
      project_id,
      date: more.date ?? DAY,
      duration,
      entry: more.entry === undefined ? null : { id: more.entry.id, version: more.entry.version },
    })
  const record = (duration: string, date = DAY) =>
    employee.workLog.save({ project_id, time: { kind: 'duration', date, duration } })
  const row = async (date = DAY) => (await employee.workLog.week({ date })).rows[0]
  return { ...time, project_id, save, record, row }
}

test('hours typed into an empty day of the week become an entry of the project', async () => {
  const { save, row, employee, project_id } = await setUpWeek()
  const { entry } = await save('1:30')
  expect(entry).toMatchObject({
    project: { id: project_id },
    date: DAY,
    duration_seconds: 5400,
    billable: true,
  })
  expect((await row())?.cells[WEDNESDAY]).toEqual({ editable: true, entry: { id: entry?.id, version: 1 } })
  expect((await employee.workLog.week({ date: DAY })).totals[WEDNESDAY]).toBe(5400)
})

test("the day's only entry keeps its note, billability and start when its hours change", async () => {
  const { employee, project_id, save } = await setUpWeek()
  const recorded = await employee.workLog.save({
    project_id,
    note: 'Review',
    billable: false,
    time: { kind: 'interval', start: `${DAY}T09:00`, end: `${DAY}T10:00` },
  })
  const { entry } = await save('2.5', { entry: recorded })
  expect(entry).toMatchObject({
    note: 'Review',
    billable: false,
    kind: 'interval',
    started_at: recorded.started_at,
    duration_seconds: 9000,
    version: 2,
  })
})

test('an interval that no longer fits into its day becomes a duration on that day', async () => {
  const { employee, project_id, save } = await setUpWeek()
  const time = { kind: 'interval', start: `${DAY}T22:00`, end: `${DAY}T23:00` } as const
  const { entry } = await save('3h', { entry: await employee.workLog.save({ project_id, time }) })
  expect(entry).toMatchObject({ date: DAY, duration_seconds: 10_800 })
})

test('cleared hours are deleted and can be restored', async () => {
  const { save, record, row, employee } = await setUpWeek()
  const { deleted, undo } = await save(null, { entry: await record('2h') })
  expect(deleted).toMatchObject({ duration_seconds: 7200, date: DAY })
  expect(await row()).toBeUndefined()
  expect(await save(null)).toEqual({ entry: null, deleted: null, undo: null })
  await employee.workLog.restore({ undo: undo ?? '' })
  expect((await row())?.total_seconds).toBe(7200)
})

test('a day with multiple entries, a timer or an entry across midnight is edited entry by entry', async () => {
  const { record, row, at, world, project_id } = await setUpWeek()
  await record('1h')
  await record('2h')
  expect((await row())?.cells[WEDNESDAY]).toEqual({ editable: false, entry: null })
  const night = at(world.home.employee, '2026-03-05T18:00:00.000Z')
  await night.workLog.save({
    project_id,
    timezone: 'UTC',
    time: { kind: 'interval', start: '2026-03-05T23:00', end: '2026-03-06T01:00' },
  })
  const { rows } = await night.workLog.week({ date: DAY, timezone: 'UTC' })
  expect(rows[0]?.cells.slice(3, 5).map((cell) => cell.editable)).toEqual([false, false])
  await night.workLog.start({})
  const later = at(world.home.employee, '2026-03-05T19:00:00.000Z')
  const timed = (await later.workLog.week({ date: DAY, timezone: 'UTC' })).rows.find(
    (row) => row.project === null,
  )
  expect(timed?.seconds[3]).toBe(3600)
  expect(timed?.cells[3]).toEqual({ editable: false, entry: null })
})

test('the same hours typed twice concurrently are recorded once', async () => {
  const { save, row } = await setUpWeek()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => save('1h')))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const [refused] = results.filter((result) => result.status === 'rejected')
  expect(refused?.reason.message).toBe('Time was recorded on this day in the meantime.')
  expect((await row())?.total_seconds).toBe(3600)
})

test('hours changed elsewhere in the meantime are neither overwritten nor deleted', async () => {
  const { save, record } = await setUpWeek()
  const entry = await record('1h')
  await save('2h', { entry })
  await expect(save('3h', { entry })).rejects.toThrow('changed by someone else in the meantime')
  await expect(save(null, { entry })).rejects.toThrow('changed by someone else in the meantime')
})

test('a submitted week is closed: its days are neither editable nor open', async () => {
  const { save, record, row, employee } = await setUpWeek()
  const entry = await record('1h')
  await employee.timesheets.submit({ date: DAY })
  const grid = await employee.workLog.week({ date: DAY })
  expect(grid.open_days).toEqual(Array(7).fill(false))
  expect((await row())?.cells.some((cell) => cell.editable)).toBe(false)
  await expect(save('2h', { entry })).rejects.toThrow('submitted for approval')
  await expect(save('2h', { date: '2026-03-05' })).rejects.toThrow('submitted for approval')
})

test('the hours to be submitted are those of the timesheet, which takes a night by its start', async () => {
  const { employee, record, project_id } = await setUpWeek()
  await record('2h')
  const night = { kind: 'interval', start: '2026-03-08T22:00', end: '2026-03-09T04:00' } as const
  await employee.workLog.save({ project_id, time: night })
  const before = await employee.workLog.week({ date: DAY })
  expect(before.submittable_seconds).toBe(8 * 3600)
  expect((await employee.workLog.week({ date: '2026-03-11' })).submittable_seconds).toBe(0)
  expect((await employee.timesheets.submit({ date: DAY })).total_seconds).toBe(before.submittable_seconds)
  await expect(employee.timesheets.submit({ date: '2026-03-11' })).rejects.toThrow('no time to submit')
})

test("a day of the contributor's zone belongs to the week that the agency's zone has at its noon", async () => {
  const { employee, record } = await setUpWeek()
  await record('1h')
  await employee.timesheets.submit({ date: DAY })
  const far = await employee.workLog.week({ date: DAY, timezone: 'Pacific/Kiritimati', week_start: 'sunday' })
  expect(far.days[0]).toBe('2026-03-01')
  expect(far.open_days).toEqual([true, true, false, false, false, false, false])
})

test("a day's hours belong to the day named, however many they are", async () => {
  const { db, world, employee, record, project_id } = await setUpWeek()
  await record('1h')
  await employee.timesheets.submit({ date: DAY })
  const eastOfBooks = { ...world.home.employee, booksZone: 'America/Los_Angeles' }
  const { workLog } = callerAs(db, eastOfBooks)
  const date = '2026-03-09'
  const { open_days } = await workLog.week({ date })
  expect(open_days[0]).toBe(true)
  const hours = { project_id, date }
  const { entry } = await workLog.saveHours({ ...hours, duration: '4h', entry: null })
  if (entry === null) throw new Error('The hours are missing')
  const dayOf = () =>
    db.selectFrom('time_entries').select('worked_on').where('id', '=', entry.id).executeTakeFirst()
  expect(await dayOf()).toEqual({ worked_on: date })
  await workLog.saveHours({ ...hours, duration: '12h', entry: { id: entry.id, version: entry.version } })
  expect(await dayOf()).toEqual({ worked_on: date })
})

test('the previous week is copied to the same weekdays with tasks, notes and billability', async () => {
  const { employee, record, project_id, row } = await setUpWeek()
  const time = { kind: 'interval', start: '2026-02-26T09:00', end: '2026-02-26T10:00' } as const
  await employee.workLog.save({ project_id, note: 'Planning', billable: false, time })
  await employee.workLog.save({
    project_id,
    note: 'Planning',
    billable: false,
    time: { kind: 'interval', start: '2026-02-26T11:00', end: '2026-02-26T11:30' },
  })
  await record('2h', '2026-02-25')
  const { ids, skipped } = await employee.workLog.copyWeek({ date: DAY })
  expect({ count: ids.length, skipped }).toEqual({ count: 2, skipped: 0 })
  expect((await row())?.seconds).toEqual([0, 0, 7200, 5400, 0, 0, 0])
  expect((await employee.workLog.list({ from: '2026-03-05', to: '2026-03-05' })).items).toMatchObject([
    { note: 'Planning', billable: false, kind: 'duration', duration_seconds: 5400 },
  ])
})

test('no more time is added to an archived project, but its entries stay as they were', async () => {
  const { employee, owner, record, db, world } = await setUpWeek()
  const archived = await addProject(db, world.home, 'Archived')
  const task = await owner.tasks.save({ title: 'Layout', project_id: archived })
  const on = (date: string) => ({ kind: 'duration', date, duration: '1h' }) as const
  const { id } = await employee.workLog.save({ project_id: archived, time: on('2026-02-26') })
  const other = await record('2h', '2026-02-26')
  await employee.workLog.start({ project_id: archived })
  await employee.workLog.pause()
  await owner.projects.setArchived({ id: archived, archived: true })
  const work = { project_id: archived }
  for (const attempt of [
    () => employee.workLog.save({ ...work, time: on(DAY) }),
    () => employee.workLog.save({ ...work, id: other.id, time: { kind: 'keep' } }),
    () => employee.workLog.saveHours({ ...work, date: '2026-03-05', duration: '1h', entry: null }),
    () => employee.workLog.start({ task_id: task.id }),
    () => employee.workLog.resume(),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: /project is archived/ })
  }
  await expect(employee.workLog.stop()).resolves.toBeDefined()
  const { rows } = await employee.workLog.week({ date: '2026-02-26' })
  expect(rows.map((row) => [row.project?.name, row.archived])).toEqual([
    ['Archived', true],
    ['Website', false],
  ])
  const editable = rows[0]?.cells.map((cell) => cell.editable)
  expect(editable).toEqual([false, false, false, true, false, false, false])
  await employee.workLog.save({ ...work, id, note: 'Fonts', time: on('2026-02-26') })
  const { undo } = await employee.workLog.delete({ id })
  expect(await employee.workLog.restore({ undo })).toMatchObject({ id, note: 'Fonts' })
})

test('copying skips days with time and archived projects', async () => {
  const { employee, record, row, db, world } = await setUpWeek()
  await record('2h', '2026-02-25')
  await record('3h', DAY)
  const archived = await addProject(db, world.home, 'Archived')
  const time = { kind: 'duration', date: '2026-02-26', duration: '1h' } as const
  await employee.workLog.save({ project_id: archived, time })
  await db
    .updateTable('projects')
    .set({ archived_at: '2026-03-01T00:00:00.000Z' })
    .where('id', '=', archived)
    .execute()
  expect(await employee.workLog.copyWeek({ date: DAY })).toEqual({ ids: [], skipped: 2 })
  expect((await row())?.total_seconds).toBe(10_800)
})

test("copying skips the days of a closed week, which may be part of the contributor's own", async () => {
  const { employee, record, db, world } = await setUpWeek()
  const fromSunday = callerAs(db, { ...world.home.employee, weekStart: 'sunday' })
  await record('1h', '2026-02-22')
  await record('2h', '2026-02-25')
  await employee.timesheets.submit({ date: '2026-02-25' })
  const { ids, skipped } = await fromSunday.workLog.copyWeek({ date: DAY })
  expect({ count: ids.length, skipped }).toEqual({ count: 1, skipped: 1 })
})

test('copying twice at once fills the week once; an empty week before is refused', async () => {
  const { employee, record, row } = await setUpWeek()
  await expect(employee.workLog.copyWeek({ date: DAY })).rejects.toThrow('no time to copy')
  await record('2h', '2026-02-25')
  await Promise.all([employee.workLog.copyWeek({ date: DAY }), employee.workLog.copyWeek({ date: DAY })])
  expect((await row())?.total_seconds).toBe(7200)
})
