import { expect, test } from 'vitest'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { addProject, setUpWorld } from '../../work/projects/setup.ts'

type Budget = { kind: 'hours' | 'money'; amount: number }

/** Ten hours of the contributor at 100.00 an hour, as hours or money. */
async function setUpBudget(budget: Budget) {
  const { db, world, owner, employee, at } = await setUpWorld()
  const project_id = await addProject(db, world.home, 'Website', { billing_rate: 10_000 })
  const setBudget = (amount: number) =>
    owner.timesheets.saveProjectTime({
      project_id,
      share_hours: false,
      billing_rate: 10_000,
      budget: { ...budget, amount },
    })
  await setBudget(budget.amount)
  const log = (duration: string, billable = true) =>
    employee.workLog.save({
      project_id,
      billable,
      time: { kind: 'duration', date: '2026-03-03', duration },
    })
  const told = async () =>
    (await owner.notifications.list({})).items
      .filter((item) => item.event === 'budget')
      .map((item) => item.title)
      .toSorted()
  return { db, world, owner, employee, at, project_id, setBudget, log, told }
}

const NEAR = 'Website has used 80% of its budget'
const OVER = 'Website has used up its budget'

test('the owner is notified once each at 80 and 100 percent of the hours', async () => {
  const { log, told, project_id, owner } = await setUpBudget({ kind: 'hours', amount: 600 })
  await log('7h 59m')
  expect(await told()).toEqual([])
  await log('1m')
  expect(await told()).toEqual([NEAR])
  await log('1h')
  expect(await told()).toEqual([NEAR])
  await log('1h', false)
  expect(await told()).toEqual([NEAR, OVER])
  await log('2h')
  expect(await told()).toEqual([NEAR, OVER])
  const { items } = await owner.notifications.list({})
  expect(items.map((item) => item.link)).toEqual(Array(2).fill(`/projects?project=${project_id}`))
})

test('a money budget counts billable time, and crossing both thresholds notifies once', async () => {
  const { log, told } = await setUpBudget({ kind: 'money', amount: 100_000 })
  await log('12h', false)
  expect(await told()).toEqual([])
  await log('11h')
  expect(await told()).toEqual([OVER])
})

test("a changed budget warns again, a removed one doesn't", async () => {
  const { log, told, setBudget } = await setUpBudget({ kind: 'hours', amount: 600 })
  await log('8h')
  await setBudget(1200)
  await log('1h')
  expect(await told()).toEqual([NEAR])
  await log('7h')
  expect(await told()).toEqual([NEAR, NEAR])
})

test("the timer counts when it stops, and an owner's own hours count as well", async () => {
  const { told, at, world, project_id } = await setUpBudget({ kind: 'hours', amount: 60 })
  await at(world.home.owner, '2026-03-04T10:00:00.000Z').workLog.start({ project_id })
  expect(await told()).toEqual([])
  await at(world.home.owner, '2026-03-04T10:50:00.000Z').workLog.stop()
  expect(await told()).toEqual(['Website has used 83% of its budget'])
})

test('two concurrent entries warn once', async () => {
  const { log, told } = await setUpBudget({ kind: 'hours', amount: 600 })
  await log('7h')
  await Promise.all([log('1h'), log('1h')])
  expect(await told()).toHaveLength(1)
})

test('it is emailed unless the owner opted out, and no one else is notified', async () => {
  const { db, world, owner, log } = await setUpBudget({ kind: 'hours', amount: 600 })
  await log('8h')
  await queueNotificationMails(ctxFor(testServices(db), null, new Date('2026-03-04T10:20:00.000Z')))
  const mails = await db.selectFrom('mail_outbox').select(['recipient', 'text']).execute()
  expect(mails.filter((mail) => mail.text.includes(NEAR)).map((mail) => mail.recipient)).toEqual([
    world.home.owner.email,
  ])
  for (const other of [world.home.employee, world.home.client, world.foreign.owner, world.admin]) {
    const { items } = await callerAs(db, other).notifications.list({})
    expect(items.filter((item) => item.event === 'budget')).toEqual([])
  }
  const events = [{ event: 'budget' as const, in_app: true, email: false }]
  await owner.notifications.savePreferences({ delivery: 'instant', events })
  await log('3h')
  await queueNotificationMails(ctxFor(testServices(db), null, new Date('2026-03-04T10:40:00.000Z')))
  const later = await db.selectFrom('mail_outbox').select('text').execute()
  expect(later.filter((mail) => mail.text.includes(OVER))).toEqual([])
})
