import { expect, test } from 'vitest'
import { hoursByEmployee, totalHours } from '#server/people/employees/queries/hours.ts'
import { hoursThisWeek, weeklyBreakdown } from '#server/time/work-log/queries/hours.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

const duration = (text: string, date = '2026-03-04') => ({ kind: 'duration', date, duration: text }) as const

test('a new entry of 1.5 counts in today, this week and the list', async () => {
  const { employee } = await setUpWorld()
  await employee.workLog.save({ time: duration('1.5'), note: 'Review' })
  expect(await employee.workLog.counters({})).toMatchObject({
    today_seconds: 5400,
    week_seconds: 5400,
    billable_seconds: 5400,
  })
  expect((await employee.workLog.list({})).items).toMatchObject([
    { note: 'Review', date: '2026-03-04', duration_seconds: 5400, kind: 'duration' },
  ])
})

test('an invalid duration gets an error with examples', async () => {
  const { employee } = await setUpWorld()
  await expect(employee.workLog.save({ time: duration('soon') })).rejects.toThrow(/1h 30m/)
})

test('non-billable time is excluded from billable hours', async () => {
  const { employee } = await setUpWorld()
  await employee.workLog.save({ time: duration('1h'), billable: false })
  await employee.workLog.save({ time: duration('2h') })
  expect(await employee.workLog.counters({})).toMatchObject({ week_seconds: 10_800, billable_seconds: 7200 })
  const billable = (await employee.workLog.list({ billable: true })).items
  expect(billable.map((entry) => entry.duration_seconds)).toEqual([7200])
  const other = (await employee.workLog.list({ billable: false })).items
  expect(other.map((entry) => entry.duration_seconds)).toEqual([3600])
})

test("days use the caller's time zone: late evening in New York isn't tomorrow", async () => {
  const { at, world } = await setUpWorld()
  const caller = at(world.home.employee, '2026-03-05T03:00:00.000Z')
  await caller.workLog.save({ timezone: 'America/New_York', time: duration('1h', '2026-03-04') })
  const zone = { timezone: 'America/New_York' }
  expect(await caller.workLog.counters(zone)).toMatchObject({ today: '2026-03-04', today_seconds: 3600 })
})

test("rates are those at the time of entry: the project's, otherwise the contributor's", async () => {
  const { employee, owner, db, world } = await setUpWorld()
  const plain = await addProject(db, world.home, 'Plain')
  const priced = await addProject(db, world.home, 'Priced', { billing_rate: 12_000 })
  const first = await employee.workLog.save({ project_id: plain, time: duration('1h') })
  const second = await employee.workLog.save({ project_id: priced, time: duration('1h') })
  await db.updateTable('projects').set({ billing_rate: 99_900 }).execute()
  await db.updateTable('employees').set({ hourly_rate: 1 }).execute()
  expect(await owner.workLog.get({ id: first.id })).toMatchObject({ billing_rate: 4500, cost_rate: 4500 })
  expect(await owner.workLog.get({ id: second.id })).toMatchObject({ billing_rate: 12_000, cost_rate: 4500 })
})

test("an entry moved to another project keeps its person's rate of that day", async () => {
  const { employee, owner, db, world } = await setUpWorld()
  const plain = await addProject(db, world.home, 'Plain')
  const other = await addProject(db, world.home, 'Other')
  const priced = await addProject(db, world.home, 'Priced', { billing_rate: 12_000 })
  const { id } = await employee.workLog.save({ project_id: plain, time: duration('8h', '2026-02-26') })
  await db.updateTable('employees').set({ hourly_rate: 6000 }).execute()
  const move = async (project_id: string | null) => {
    await employee.workLog.save({ id, project_id, time: { kind: 'keep' } })
    return owner.workLog.get({ id })
  }
  expect(await move(other)).toMatchObject({ billing_rate: 4500, cost_rate: 4500 })
  expect(await move(priced)).toMatchObject({ billing_rate: 12_000, cost_rate: 4500 })
  expect(await move(null)).toMatchObject({ billing_rate: 4500, cost_rate: 4500 })
})

test('a task sets its project, and must belong to the given one', async () => {
  const { employee, db, world } = await setUpWorld()
  const website = await addProject(db, world.home, 'Website')
  const other = await addProject(db, world.home, 'Other')
  const task = await employee.tasks.save({ title: 'Layout', project_id: website })
  const entry = await employee.workLog.save({ task_id: task.id, time: duration('1h') })
  expect(entry).toMatchObject({ project: { id: website }, task: { title: 'Layout' } })
  await expect(
    employee.workLog.save({ task_id: task.id, project_id: other, time: duration('1h') }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("a user's own entries can be changed and deleted; the second of two editors gets a conflict", async () => {
  const { employee } = await setUpWorld()
  const entry = await employee.workLog.save({ time: duration('1h') })
  const changed = await employee.workLog.save({
    id: entry.id,
    version: entry.version,
    note: 'Longer',
    time: duration('2h'),
  })
  expect(changed).toMatchObject({ note: 'Longer', duration_seconds: 7200 })
  await expect(
    employee.workLog.save({ id: entry.id, version: entry.version, time: { kind: 'keep' } }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await employee.workLog.delete({ id: entry.id })
  expect((await employee.workLog.list({})).items).toEqual([])
})

test('a duration moved to another day keeps its seconds unless another is entered', async () => {
  const { employee, at, world } = await setUpWorld()
  await at(world.home.employee, '2026-02-25T09:00:12.000Z').workLog.start({})
  await at(world.home.employee, '2026-02-25T10:10:24.000Z').workLog.stop()
  await at(world.home.employee, '2026-02-26T09:00:00.000Z').workLog.start({ note: 'Brief' })
  await at(world.home.employee, '2026-02-26T09:01:20.000Z').workLog.stop()
  await employee.workLog.copyWeek({ date: '2026-03-04' })
  const copies = (await employee.workLog.list({ from: '2026-03-02' })).items
  const copyOf = (note: string | null) => copies.find((entry) => entry.note === note)?.id ?? ''
  const [long, brief] = [copyOf(null), copyOf('Brief')]
  const move = (id: string, text: string, date: string) =>
    employee.workLog.save({ id, time: duration(text, date) })
  expect(await move(long, '1h 10m', '2026-03-03')).toMatchObject({
    date: '2026-03-03',
    kind: 'duration',
    duration_seconds: 4212,
  })
  expect(await move(long, '1h 11m', '2026-03-03')).toMatchObject({ duration_seconds: 4260 })
  expect(await move(brief, '1m', '2026-03-02')).toMatchObject({ date: '2026-03-02', duration_seconds: 80 })
})

test("the owner can read but not change the agency's time", async () => {
  const { employee, owner } = await setUpWorld()
  const entry = await employee.workLog.save({ time: duration('1h') })
  expect((await owner.workLog.list({ whose: 'agency' })).items).toMatchObject([
    { id: entry.id, is_own: false },
  ])
  expect((await owner.workLog.list({})).items).toEqual([])
  await expect(owner.workLog.delete({ id: entry.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(owner.workLog.save({ id: entry.id, time: { kind: 'keep' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test("a contributor can't read a colleague's time", async () => {
  const { employee, owner } = await setUpWorld()
  const entry = await owner.workLog.save({ time: duration('1h') })
  expect((await employee.workLog.list({ whose: 'agency' })).items).toEqual([])
  await expect(employee.workLog.get({ id: entry.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a client sees hours only of projects that share them, without rates', async () => {
  const { employee, client, db, world } = await setUpWorld()
  const shared = await addProject(db, world.home, 'Shared', { share_hours: 1 })
  const silent = await addProject(db, world.home, 'Silent')
  await employee.workLog.save({ project_id: shared, time: duration('1h') })
  await employee.workLog.save({ project_id: silent, time: duration('2h') })
  await employee.workLog.save({ time: duration('3h') })
  const { items } = await client.workLog.list({ whose: 'agency' })
  expect(items).toMatchObject([{ project: { id: shared }, billing_rate: null, cost_rate: null }])
  expect(items).toHaveLength(1)
})

test("a running timer's details can be edited, but not its times", async () => {
  const { employee } = await setUpWorld()
  const { entry } = await employee.workLog.start({})
  const renamed = await employee.workLog.save({ id: entry.id, note: 'Calls', time: { kind: 'keep' } })
  expect(renamed).toMatchObject({ note: 'Calls', ended_at: null })
  await expect(employee.workLog.save({ id: entry.id, time: duration('1h') })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('the list is paged newest first without gaps or repeats', async () => {
  const { employee } = await setUpWorld()
  for (let day = 1; day <= 5; day++) await employee.workLog.save({ time: duration('1h', `2026-03-0${day}`) })
  const first = await employee.workLog.list({ limit: 3 })
  const second = await employee.workLog.list({ limit: 3, cursor: first.nextCursor })
  expect([...first.items, ...second.items].map((entry) => entry.date)).toEqual([
    '2026-03-05',
    '2026-03-04',
    '2026-03-03',
    '2026-03-02',
    '2026-03-01',
  ])
  const filtered = await employee.workLog.list({ from: '2026-03-02', to: '2026-03-03' })
  expect(filtered.items.map((entry) => entry.date)).toEqual(['2026-03-03', '2026-03-02'])
})

test('the CSV has a byte order mark and no executable formulas', async () => {
  const { employee } = await setUpWorld()
  await employee.workLog.save({ time: duration('1.25'), note: '=1+1' })
  const { csv, filename } = await employee.workLog.exportCsv({})
  expect(filename).toBe('work-log-2026-03-04.csv')
  expect(csv.charCodeAt(0)).toBe(0xfeff)
  expect(csv).toContain("2026-03-04,,,1.25,Home Employee,,,'=1+1,yes,open")
})

test('hours of dashboards and contributors come from the entries', async () => {
  const { employee, db, world } = await setUpWorld()
  const website = await addProject(db, world.home, 'Website')
  await addProject(db, world.home, 'Idle')
  await employee.workLog.save({ project_id: website, time: duration('1.5') })
  const { employee: emma, owner } = world.home
  expect(await hoursThisWeek(ctxFor(db, emma))).toBe(5400)
  expect(await weeklyBreakdown(ctxFor(db, emma))).toMatchObject([
    { project_name: 'Website', seconds: 5400 },
    { project_name: 'Idle', seconds: 0 },
  ])
  expect(await hoursByEmployee(ctxFor(db, owner), [emma.employeeId])).toEqual(
    new Map([[emma.employeeId, 1.5]]),
  )
  expect(await hoursByEmployee(ctxFor(db, world.foreign.owner), [emma.employeeId])).toEqual(new Map())
  expect(await totalHours(ctxFor(db, owner))).toBe(1.5)
  expect(await totalHours(ctxFor(db, world.foreign.owner))).toBe(0)
})
