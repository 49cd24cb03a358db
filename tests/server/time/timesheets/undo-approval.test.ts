import { expect, test } from 'vitest'
import { addSeconds } from '#server/base/db/values.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { addCoOwner } from '#tests/support/world.ts'
import { setUpWeek } from './setup.ts'

async function setUp() {
  const { db, owner, employee, world } = await setUpWeek()
  const { home } = world
  const sheet = await employee.timesheets.submit({ date: '2026-03-04' })
  const approve = () =>
    owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  const later = (seconds: number) => callerAs(db, home.owner, { now: addSeconds(TEST_NOW, seconds) })
  const news = async () => (await employee.notifications.list({})).items.map(({ title }) => title)
  return { db, home, owner, contributor: employee, approve, later, news, sheet }
}

test('an undone approval awaits a decision again, is audited, and notifies no one', async () => {
  const { owner, contributor, approve, later, news } = await setUp()
  const { id, version } = await approve()
  expect(await news()).toEqual(['Your week of Mar 02, 2026 was approved'])
  const again = await later(6).timesheets.undoApproval({ id, version })
  expect(again).toMatchObject({ status: 'submitted', reviewed_at: null, reviewer_name: null })
  expect(again.version).toBe(version + 1)
  expect(await news()).toEqual([])
  expect((await owner.dashboard.waiting()).items.map(({ kind }) => kind)).toContain('week')
  expect((await owner.audit.list({ action: 'timesheet.' })).items).toMatchObject([
    { action: 'timesheet.approval-undone' },
  ])
  await contributor.timesheets.withdraw({ id, version: again.version })
})

test('those who have read about the approval are notified that it was undone', async () => {
  const { contributor, approve, later, news } = await setUp()
  const { id, version } = await approve()
  await contributor.notifications.markAllRead()
  await later(6).timesheets.undoApproval({ id, version })
  expect(await news()).toEqual([
    'The approval of your week of Mar 02, 2026 was undone',
    'Your week of Mar 02, 2026 was approved',
  ])
})

test("an approval can't be undone once billed, after a minute, by others, or if changed", async () => {
  const { db, home, owner, approve, later, sheet } = await setUp()
  const refused = (undo: Promise<unknown>) => expect(undo).rejects.toMatchObject({ code: 'CONFLICT' })
  await refused(owner.timesheets.undoApproval({ id: sheet.id, version: sheet.version }))
  const { id, version } = await approve()
  const other = await addCoOwner(db, home.agencyId, 'Other Owner')
  await refused(callerAs(db, other).timesheets.undoApproval({ id, version }))
  await refused(later(6).timesheets.undoApproval({ id, version: version - 1 }))
  await refused(later(61).timesheets.undoApproval({ id, version }))
  const { lines } = await owner.timesheets.unbilled({ client_id: home.client.clientId })
  expect(lines.length).toBeGreaterThan(0)
  await owner.invoices.fromTime({
    client_id: home.client.clientId,
    title: 'Hours',
    due_date: '2026-04-03',
  })
  await refused(later(6).timesheets.undoApproval({ id, version }))
  const twenty = await Promise.allSettled(
    Array.from({ length: 20 }, () => later(6).timesheets.undoApproval({ id, version })),
  )
  expect(twenty.every(({ status }) => status === 'rejected')).toBe(true)
})
