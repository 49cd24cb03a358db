import { expect, test } from 'vitest'
import { addSeconds } from '#server/base/db/values.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
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
  return { db, home, world, owner, contributor: employee, approve, later, news, sheet }
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

test('those who were emailed about the approval are notified and emailed that it was undone', async () => {
  const { db, home, approve, later, news } = await setUp()
  const { id, version } = await approve()
  const deliver = (seconds: number) =>
    queueNotificationMails(ctxFor(testServices(db), null, addSeconds(TEST_NOW, seconds)))
  await deliver(180)
  await later(240).timesheets.undoApproval({ id, version })
  expect(await news()).toEqual(['The approval of your week of Mar 02, 2026 was undone'])
  await deliver(420)
  const mails = db.selectFrom('mail_outbox').select('subject').where('recipient', '=', home.employee.email)
  expect(await mails.orderBy('created_at').execute()).toEqual([
    { subject: 'Your week of Mar 02, 2026 was approved' },
    { subject: 'The approval of your week of Mar 02, 2026 was undone' },
  ])
})

test('any owner can undo an approval days later, so that a wrong week can be corrected', async () => {
  const { db, home, owner, contributor, approve, news } = await setUp()
  const { id, version } = await approve()
  await contributor.notifications.markAllRead()
  const other = await addCoOwner(db, home.agencyId, 'Other Owner')
  const api = callerAs(db, other, { now: addSeconds(TEST_NOW, 5 * 86_400) })
  const pending = await api.timesheets.undoApproval({ id, version })
  await api.timesheets.review({ id, version: pending.version, decision: 'rejected', note: 'One hour short' })
  expect((await news())[0]).toBe('Your week of Mar 02, 2026 was rejected')
  await contributor.timesheets.submit({ date: '2026-03-04' })
  expect((await owner.timesheets.get({ id })).status).toBe('submitted')
})

test("an approval can't be undone by others than owners, once billed, or if changed", async () => {
  const { db, home, world, owner, contributor, approve, later, sheet } = await setUp()
  const refused = (undo: Promise<unknown>) => expect(undo).rejects.toMatchObject({ code: 'CONFLICT' })
  await refused(owner.timesheets.undoApproval({ id: sheet.id, version: sheet.version }))
  const { id, version } = await approve()
  await expect(contributor.timesheets.undoApproval({ id, version })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(
    callerAs(db, world.foreign.owner).timesheets.undoApproval({ id, version }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await refused(later(6).timesheets.undoApproval({ id, version: version - 1 }))
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
