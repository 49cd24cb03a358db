import { expect, test } from 'vitest'
import { addDays, toInstant } from '#server/base/db/values.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { on, setUpWeek } from './setup.ts'

const NEXT_WEEK = toInstant(addDays(TEST_NOW, 7))
const APRIL = new Date('2026-04-08T10:00:00.000Z')
const WEEK = { week_start: '2026-03-02', seconds: 4 * 3600, rejected: false }

async function setUp() {
  const week = await setUpWeek()
  return {
    ...week,
    emma: week.world.home.employee,
    later: week.at(week.world.home.owner, NEXT_WEEK),
  }
}

test('past weeks that nobody submitted are listed by week and person', async () => {
  const { owner, later, employee, emma, at } = await setUp()
  const mine = { ...WEEK, user_id: emma.userId, user_name: 'Home Employee' }
  expect(await owner.timesheets.unsubmitted()).toEqual([])
  expect(await later.timesheets.unsubmitted()).toEqual([mine])
  await employee.workLog.save({ time: on('2026-02-25', '30m') })
  await later.workLog.save({ time: on('2026-03-04', '8h') })
  expect(await later.timesheets.unsubmitted()).toEqual([
    { ...mine, week_start: '2026-02-23', seconds: 1800 },
    mine,
  ])
  const sheet = await at(emma, NEXT_WEEK).timesheets.submit({ date: '2026-03-04' })
  expect(await later.timesheets.unsubmitted()).toHaveLength(1)
  await later.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'rejected' })
  expect((await later.timesheets.unsubmitted())[1]).toEqual({ ...mine, rejected: true })
})

test("weeks begin on Monday in the agency's time zone", async () => {
  const { db, later, employee, world } = await setUp()
  await db
    .updateTable('agencies')
    .set({ timezone: 'Pacific/Auckland' })
    .where('id', '=', world.home.agencyId)
    .execute()
  // Monday, March 2, 09:00 in Auckland, and half an hour before that Monday began.
  for (const start of ['2026-03-01T20:00', '2026-03-01T10:30']) {
    const at = `${start}:00.000Z`
    const time = { kind: 'interval', start: at.slice(0, 16), end: `${start.slice(0, 11)}23:00` } as const
    await employee.workLog.save({ time, note: at, timezone: 'UTC' })
  }
  const weeks = await later.timesheets.unsubmitted()
  expect(weeks.map(({ week_start }) => week_start)).toEqual(['2026-02-23', '2026-03-02'])
})

test("time stays on its day, in its week and in its month when the agency's time zone changes", async () => {
  const { db, later, employee, owner, project, world } = await setUp()
  const { clientId: client_id = '' } = world.home.client
  const monday = { start: '2026-03-09T00:30', end: '2026-03-09T02:30' }
  const first = { start: '2026-04-01T00:30', end: '2026-04-01T01:30' }
  const ids: string[] = []
  for (const time of [monday, first]) {
    const entry = { project_id: project, time: { kind: 'interval' as const, ...time } }
    ids.push((await employee.workLog.save(entry)).id)
  }
  const april = { from: '2026-04-01', to: '2026-04-30' }
  const seen = async () => ({
    profit: (await owner.finance.profit(april)).seconds,
    rows: (await owner.finance.profitRows({ ...april, part: 'hours' })).rows.map(({ seconds }) => seconds),
    unbilled: (await owner.timesheets.unbilled({ client_id, ...april })).unsubmitted_seconds,
    weeks: (await callerAs(db, world.home.owner, { now: APRIL }).timesheets.unsubmitted()).map(
      ({ week_start, seconds }) => [week_start, seconds],
    ),
  })
  const before = await seen()
  expect(before).toEqual({
    profit: 3600,
    rows: [3600],
    unbilled: 3600,
    weeks: [
      ['2026-03-02', 4 * 3600],
      ['2026-03-09', 7200],
      ['2026-03-30', 3600],
    ],
  })
  await db
    .updateTable('agencies')
    .set({ timezone: 'America/New_York' })
    .where('id', '=', world.home.agencyId)
    .execute()
  expect(await seen()).toEqual(before)
  const [id = ''] = ids
  await employee.workLog.save({ id, note: 'Layout', time: { kind: 'keep' } })
  const { undo } = await employee.workLog.delete({ id })
  await employee.workLog.restore({ undo })
  expect(await seen()).toEqual(before)
  const sheet = await later.timesheets.submitFor({
    user_id: world.home.employee.userId,
    date: '2026-03-02',
  })
  expect(sheet.total_seconds).toBe(4 * 3600)
  await later.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const time = { kind: 'interval' as const, start: '2026-03-09T00:30', end: '2026-03-09T01:30' }
  await employee.workLog.save({ id, project_id: project, timezone: 'Europe/Berlin', time })
  expect((await seen()).weeks).toEqual([
    ['2026-03-09', 3600],
    ['2026-03-30', 3600],
  ])
})

test('the week of someone who has left can be submitted, approved and billed', async () => {
  const { later, emma, world } = await setUp()
  await later.employees.setDeactivated({ id: emma.employeeId, deactivated: true })
  const sheet = await later.timesheets.submitFor({ user_id: emma.userId, date: '2026-03-06', note: 'Left' })
  expect(sheet).toMatchObject({
    user_id: emma.userId,
    status: 'submitted',
    submit_note: 'Left',
    total_seconds: 4 * 3600,
  })
  expect(await later.timesheets.unsubmitted()).toEqual([])
  await expect(
    later.timesheets.submitFor({ user_id: emma.userId, date: '2026-03-06' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await later.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const unbilled = await later.timesheets.unbilled({ client_id: world.home.client.clientId })
  expect(unbilled).toMatchObject({ total_seconds: 3 * 3600, amount: 30_000 })
})

test('the contributor and the other owners are notified of a week submitted for them', async () => {
  const { later, employee, owner, emma } = await setUp()
  await later.timesheets.submitFor({ user_id: emma.userId, date: '2026-03-04' })
  const titles = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.map(({ title }) => title)
  expect(await titles(employee)).toEqual(['Home Owner submitted your week of Mar 02, 2026'])
  expect(await titles(owner)).toEqual([])
})

test('only a contributor’s finished time can be submitted, and only by an owner', async () => {
  const { later, employee, world, db, emma } = await setUp()
  const submit = (user_id: string, date = '2026-03-04') => later.timesheets.submitFor({ user_id, date })
  await later.workLog.save({ time: on('2026-03-04', '8h') })
  for (const { userId } of [world.home.owner, world.home.client, world.foreign.employee])
    await expect(submit(userId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(submit(emma.userId, '2026-01-05')).rejects.toThrow(/no time/)
  for (const caller of [employee, callerAs(db, world.home.client)])
    await expect(
      caller.timesheets.submitFor({ user_id: emma.userId, date: '2026-03-04' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await employee.workLog.start({})
  await expect(submit(emma.userId)).rejects.toThrow(/still running/)
})
