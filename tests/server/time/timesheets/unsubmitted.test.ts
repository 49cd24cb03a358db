import { expect, test } from 'vitest'
import { addDays, toInstant } from '#server/base/db/values.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { on, setUpWeek } from './setup.ts'

const NEXT_WEEK = toInstant(addDays(TEST_NOW, 7))
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
