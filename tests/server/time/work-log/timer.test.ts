import { expect, test } from 'vitest'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

test('a new account has no timer and no hours', async () => {
  const { employee } = await setUpWorld()
  expect(await employee.workLog.timer()).toBeNull()
  expect(await employee.workLog.counters({})).toMatchObject({
    today_seconds: 0,
    week_seconds: 0,
    billable_seconds: 0,
  })
  expect((await employee.workLog.list({})).items).toEqual([])
})

test('a started timer counts immediately, and stopping it leaves one entry', async () => {
  const { employee, at, world } = await setUpWorld()
  const started = await employee.workLog.start({ note: 'Layout' })
  expect(started).toMatchObject({ state: 'running', elapsed_seconds: 0 })
  const later = at(world.home.employee, '2026-03-04T11:30:00.000Z')
  expect((await later.workLog.timer())?.elapsed_seconds).toBe(5400)
  expect((await later.workLog.counters({})).today_seconds).toBe(5400)
  await later.workLog.stop()
  expect(await later.workLog.timer()).toBeNull()
  const { items } = await later.workLog.list({})
  expect(items).toMatchObject([{ note: 'Layout', duration_seconds: 5400, kind: 'timer' }])
})

test('starting another timer stops the first', async () => {
  const { employee, at, world, db } = await setUpWorld()
  const website = await addProject(db, world.home, 'Website')
  await employee.workLog.start({ note: 'First' })
  const later = at(world.home.employee, '2026-03-04T10:30:00.000Z')
  await later.workLog.start({ project_id: website })
  const { items } = await later.workLog.list({})
  expect(items).toMatchObject([
    { ended_at: null, project: { name: 'Website' } },
    { note: 'First', duration_seconds: 1800 },
  ])
})

test('two concurrent tabs leave exactly one timer', async () => {
  const { employee, db, world } = await setUpWorld()
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, (_, index) => employee.workLog.start({ note: `Tab ${index}` })),
  )
  expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
  }
  const running = await db
    .selectFrom('time_entries')
    .select('id')
    .where('user_id', '=', world.home.employee.userId)
    .where('ended_at', 'is', null)
    .execute()
  expect(running).toHaveLength(1)
})

test('the database itself rejects a second timer', async () => {
  const { employee, db } = await setUpWorld()
  await employee.workLog.start({})
  const row = await db.selectFrom('time_entries').selectAll().executeTakeFirstOrThrow()
  await expect(
    db
      .insertInto('time_entries')
      .values({ ...row, id: 'second' })
      .execute(),
  ).rejects.toThrow()
})

test("pauses aren't counted, and resuming continues the same timer", async () => {
  const { employee, at, world } = await setUpWorld()
  const { employee: emma } = world.home
  await employee.workLog.start({ note: 'Writing' })
  const paused = await at(emma, '2026-03-04T10:30:00.000Z').workLog.pause()
  expect(paused).toMatchObject({ state: 'paused', elapsed_seconds: 1800 })
  const resumed = await at(emma, '2026-03-04T12:00:00.000Z').workLog.resume()
  expect(resumed).toMatchObject({ state: 'running', elapsed_seconds: 1800 })
  const end = at(emma, '2026-03-04T12:15:00.000Z')
  expect((await end.workLog.timer())?.elapsed_seconds).toBe(2700)
  await end.workLog.stop()
  expect((await end.workLog.counters({})).today_seconds).toBe(2700)
})

test('a paused timer can be stopped, and starting another ends it', async () => {
  const { employee } = await setUpWorld()
  await employee.workLog.start({})
  await employee.workLog.pause()
  await employee.workLog.stop()
  expect(await employee.workLog.timer()).toBeNull()
  await employee.workLog.start({})
  await employee.workLog.pause()
  expect(await employee.workLog.start({})).toMatchObject({ state: 'running', earlier_seconds: 0 })
})

test('stopping a timer already stopped in another tab is a conflict', async () => {
  const { employee } = await setUpWorld()
  await expect(employee.workLog.stop()).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a timer that runs for more than eight hours is flagged', async () => {
  const { employee, at, world } = await setUpWorld()
  await employee.workLog.start({})
  const early = await at(world.home.employee, '2026-03-04T18:00:00.000Z').workLog.timer()
  const late = await at(world.home.employee, '2026-03-04T18:00:01.000Z').workLog.timer()
  expect([early?.long_running, late?.long_running]).toEqual([false, true])
})

test('a timer across midnight counts for both days', async () => {
  const { at, world } = await setUpWorld()
  const { employee: emma } = world.home
  await at(emma, '2026-03-04T22:00:00.000Z').workLog.start({})
  const after = at(emma, '2026-03-05T01:00:00.000Z')
  await after.workLog.stop()
  const { rows } = await after.workLog.week({})
  expect(rows[0]?.seconds).toEqual([0, 0, 3600, 2 * 3600, 0, 0, 0])
  expect((await after.workLog.counters({})).today_seconds).toBe(2 * 3600)
})

test("a later end doesn't change a timer's start, even if its local time occurs twice that night", async () => {
  const { at, world } = await setUpWorld()
  const { employee: emma } = world.home
  await at(emma, '2026-10-25T01:30:20.000Z').workLog.start({})
  const after = at(emma, '2026-10-25T03:10:00.000Z')
  await after.workLog.stop()
  const timezone = 'Europe/Berlin'
  const [entry] = (await after.workLog.list({ timezone })).items
  const { id = '', version } = entry ?? {}
  const time = { kind: 'interval', start: '2026-10-25T02:30', end: '2026-10-25T05:00' } as const
  const saved = await after.workLog.save({ id, version, timezone, time })
  expect(saved).toMatchObject({
    started_at: '2026-10-25T01:30:20.000Z',
    ended_at: '2026-10-25T04:00:00.000Z',
    duration_seconds: 2.5 * 3600 - 20,
  })
})

test.each([
  ['another end', '02:45', '02:20', '00:45:00', '01:20:00'],
  ['an earlier start', '02:40', '02:15', '00:40:00', '01:15:00'],
])(
  '%s of a timer across the hour that clocks repeat keeps the entry in that night',
  async (_, start, end, from, to) => {
    const { at, world } = await setUpWorld()
    const { employee: emma } = world.home
    await at(emma, '2026-10-25T00:45:00.000Z').workLog.start({})
    const after = at(emma, '2026-10-25T01:15:00.000Z')
    await after.workLog.stop()
    const timezone = 'Europe/Berlin'
    const [entry] = (await after.workLog.list({ timezone })).items
    const time = { kind: 'interval', start: `2026-10-25T${start}`, end: `2026-10-25T${end}` } as const
    expect(await after.workLog.save({ id: entry?.id, timezone, time })).toMatchObject({
      started_at: `2026-10-25T${from}.000Z`,
      ended_at: `2026-10-25T${to}.000Z`,
      duration_seconds: 35 * 60,
    })
  },
)

test.each([
  ['running', 2 * 3600 + 40],
  ['paused', 3600],
])('undoing a switch brings a %s timer back as it was', async (state, seconds) => {
  const { employee, at, owner, world, db } = await setUpWorld()
  const first = await employee.workLog.start({ note: 'Layout', billable: false })
  expect(first.undo).toBeNull()
  if (state === 'paused') await at(world.home.employee, '2026-03-04T11:00:00.000Z').workLog.pause()
  const rows = () => db.selectFrom('time_entries').selectAll().execute()
  const before = await rows()
  const later = at(world.home.employee, '2026-03-04T12:00:00.000Z')
  const { undo } = await later.workLog.start({ note: 'Call' })
  await db.updateTable('employees').set({ hourly_rate: 12_345 }).execute()
  const soon = at(world.home.employee, '2026-03-04T12:00:40.000Z')
  expect(await soon.workLog.undoSwitch({ undo: undo ?? '' })).toMatchObject({
    state,
    elapsed_seconds: seconds,
    entry: { id: first.entry.id, note: 'Layout' },
  })
  const same = (row: object | undefined) => ({ ...row, version: 1, updated_at: null })
  expect((await rows()).map(same)).toEqual(before.map(same))
  await expect(soon.workLog.undoSwitch({ undo: undo ?? '' })).rejects.toThrow('can no longer be undone')
  expect((await owner.workLog.list({ whose: 'agency' })).items).toHaveLength(1)
})

test('a switch is undone only by its person, and if neither timer has been changed since', async () => {
  const { employee, at, world, db } = await setUpWorld()
  const rows = () => db.selectFrom('time_entries').selectAll().orderBy('id').execute()
  const switched = async () => {
    const stopped = (await employee.workLog.start({ note: 'Layout' })).entry
    const { undo, entry } = await employee.workLog.start({ note: 'Call' })
    return { undo: undo ?? '', stopped, started: entry }
  }
  const { undo } = await switched()
  for (const person of [world.home.owner, world.foreign.employee, world.home.client, world.admin]) {
    const stranger = at(person, '2026-03-04T10:00:00.000Z')
    await expect(stranger.workLog.undoSwitch({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(employee.workLog.restore({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const late = at(world.home.employee, '2026-03-04T10:02:00.000Z')
  await expect(late.workLog.undoSwitch({ undo })).rejects.toMatchObject({ code: 'CONFLICT' })
  type Changed = Awaited<ReturnType<typeof switched>>
  for (const change of [
    () => employee.workLog.pause(),
    () => employee.workLog.stop(),
    ({ started }: Changed) => employee.workLog.save({ id: started.id, note: 'Mail', time: { kind: 'keep' } }),
    ({ started }: Changed) => employee.workLog.delete({ id: started.id }),
    ({ stopped }: Changed) =>
      employee.workLog.save({ id: stopped.id, note: 'Fonts', time: { kind: 'keep' } }),
    ({ stopped }: Changed) => employee.workLog.delete({ id: stopped.id }),
    () => employee.workLog.start({}),
  ]) {
    const made = await switched()
    await change(made)
    const before = await rows()
    await expect(employee.workLog.undoSwitch({ undo: made.undo })).rejects.toMatchObject({
      code: expect.stringMatching(/CONFLICT|NOT_FOUND/),
    })
    expect(await rows()).toEqual(before)
  }
})

test('a switch from a project archived since isn’t undone, and the new timer continues', async () => {
  const { employee, owner, world, db } = await setUpWorld()
  const project_id = await addProject(db, world.home, 'Website')
  const rows = () => db.selectFrom('time_entries').selectAll().orderBy('id').execute()
  for (const isPaused of [false, true]) {
    await employee.workLog.start({ project_id })
    if (isPaused) await employee.workLog.pause()
    const { undo } = await employee.workLog.start({ note: 'Call' })
    await owner.projects.setArchived({ id: project_id, archived: true })
    const before = await rows()
    await expect(employee.workLog.undoSwitch({ undo: undo ?? '' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This project is archived. It has to be restored first.',
    })
    expect(await rows()).toEqual(before)
    expect(await employee.workLog.timer()).toMatchObject({ state: 'running', entry: { note: 'Call' } })
    await owner.projects.setArchived({ id: project_id, archived: false })
    expect(await employee.workLog.undoSwitch({ undo: undo ?? '' })).toMatchObject({
      state: isPaused ? 'paused' : 'running',
      entry: { project: { name: 'Website' } },
    })
    await employee.workLog.stop()
  }
})

test('people without an agency track their own time', async () => {
  const { at, world, db } = await setUpWorld()
  const website = await addProject(db, world.home, 'Website')
  for (const person of [world.waitingEmployee, world.waitingClient, world.admin]) {
    const caller = at(person, '2026-03-04T10:00:00.000Z')
    await caller.workLog.start({ note: 'Own' })
    await caller.workLog.stop()
    expect((await caller.workLog.list({})).items).toHaveLength(1)
    await expect(caller.workLog.start({ project_id: website })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a timer stopped and resumed concurrently continues only if the stop failed', async () => {
  const { employee, at, world } = await setUpWorld()
  for (const minute of [10, 20, 30, 40, 50]) {
    const { workLog } = at(world.home.employee, `2026-03-04T10:${minute}:00.000Z`)
    await employee.workLog.start({ note: `Task ${minute}` })
    await workLog.pause()
    const [stopped] = await Promise.allSettled([workLog.stop(), workLog.resume()])
    expect((await workLog.timer()) === null).toBe(stopped.status === 'fulfilled')
  }
})
