import { expect, test } from 'vitest'
import { transact } from '#server/base/core/transaction.ts'
import { startSession } from '#server/identity/auth/sessions.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { remindOfTasks } from '#server/reactions/notifications/commands/remind-of-tasks.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const AUCKLAND = 'Pacific/Auckland'
const LOS_ANGELES = 'America/Los_Angeles'
/** Thursday, 7:00 in Auckland; Wednesday, 10:00 in Los Angeles. */
const ACROSS_THE_DATE_LINE = new Date('2026-03-04T18:00:00.000Z')

/** An agency in Auckland with an owner there, and a contributor in Los Angeles. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await db.updateTable('agencies').set({ timezone: AUCKLAND }).where('id', '=', world.home.agencyId).execute()
  const open = async (userId: string) => {
    const attributes = { short: false, ip: null, user_agent: null }
    const { cookie } = await startSession(testServices(db), userId, attributes)
    const browser = openBrowser(db, { cookie: cookie.split(';')[0] })
    return (now = ACROSS_THE_DATE_LINE) => browser.api({ now })
  }
  const contributor = await open(world.home.employee.userId)
  await (await contributor()).settings.savePreferences({ timezone: LOS_ANGELES })
  return { db, world, open, contributor, owner: await open(world.home.owner.userId) }
}

async function addDueTask({ db, world }: Pick<Awaited<ReturnType<typeof setUp>>, 'db' | 'world'>) {
  const { employeeId } = world.home.employee
  const project = await addProject(db, world.home, { assigned_employee_ids: [employeeId] })
  return addTask(db, world.home.owner, project.id, { due_date: '2026-03-04', assigned_to_id: employeeId })
}

test("the session uses the time zone of user, agency or platform; accounting uses the agency's", async () => {
  const { world, open, owner, contributor } = await setUp()
  const zones = async (api: typeof owner) => {
    const { user } = await (await api()).auth.session()
    return [user?.timezone, user?.books_timezone, user?.week_start]
  }
  expect(await zones(contributor)).toEqual([LOS_ANGELES, AUCKLAND, 'monday'])
  expect(await zones(owner)).toEqual([AUCKLAND, AUCKLAND, 'monday'])
  expect(await zones(await open(world.waitingClient.userId))).toEqual(['UTC', 'UTC', 'monday'])
  const admin = await open(world.admin.userId)
  await (await admin()).settings.savePreferences({ timezone: LOS_ANGELES })
  expect(await zones(admin)).toEqual([LOS_ANGELES, 'UTC', 'monday'])
  await (await admin()).agencies.viewAs({ id: world.home.agencyId })
  expect(await zones(admin)).toEqual([AUCKLAND, AUCKLAND, 'monday'])
  await (await contributor()).settings.savePreferences({ timezone: null, week_start: 'sunday' })
  expect(await zones(contributor)).toEqual([AUCKLAND, AUCKLAND, 'sunday'])
})

test('a task due on Wednesday is due today in Los Angeles and overdue in Auckland', async () => {
  const { db, world, owner, contributor } = await setUp()
  await addDueTask({ db, world })
  const due = async (api: typeof owner, filter: 'today' | 'overdue') =>
    (await (await api()).tasks.list({ due: filter })).items.length
  expect([await due(contributor, 'today'), await due(contributor, 'overdue')]).toEqual([1, 0])
  expect([await due(owner, 'today'), await due(owner, 'overdue')]).toEqual([0, 1])
  expect(await (await contributor()).dashboard.stats()).toMatchObject({
    role: 'employee',
    today_tasks: [{ due_date: '2026-03-04' }],
  })
})

test("quick tasks, hours and the schedule use the user's days", async () => {
  const { owner, contributor } = await setUp()
  for (const [api, today, tomorrow] of [
    [contributor, '2026-03-04', '2026-03-05'],
    [owner, '2026-03-05', '2026-03-06'],
  ] as const) {
    const person = await api()
    expect(await person.quickTasks.add({ text: 'Call Priya tomorrow' })).toMatchObject({ due_date: tomorrow })
    expect(await person.schedule.counters({})).toMatchObject({ date: today })
    expect(await person.workLog.counters({})).toMatchObject({ today })
  }
})

test('time logged in the evening in Los Angeles counts for that day there and the next for the owner', async () => {
  const { owner, contributor } = await setUp()
  const time = { kind: 'interval', start: '2026-03-03T20:00', end: '2026-03-03T22:00' } as const
  const entry = await (await contributor()).workLog.save({ time })
  expect(entry).toMatchObject({ date: '2026-03-03', started_at: '2026-03-04T04:00:00.000Z' })
  const on = async (api: typeof owner, date: string) =>
    (await (await api()).workLog.list({ whose: 'agency', from: date, to: date })).items.length
  expect([await on(contributor, '2026-03-03'), await on(contributor, '2026-03-04')]).toEqual([1, 0])
  expect([await on(owner, '2026-03-03'), await on(owner, '2026-03-04')]).toEqual([0, 1])
})

test('the Sunday on which clocks go forward has 23 hours in Los Angeles', async () => {
  const { contributor } = await setUp()
  const after = new Date('2026-03-09T18:00:00.000Z')
  const night = { kind: 'interval', start: '2026-03-07T22:00', end: '2026-03-08T06:00' } as const
  await (await contributor(after)).workLog.save({ time: night })
  const week = await (await contributor(after)).workLog.week({ date: '2026-03-08' })
  expect(week.totals.map((seconds) => seconds / 3600)).toEqual([0, 0, 0, 0, 0, 2, 5])
  const whole = { kind: 'duration', date: '2026-03-08', duration: '24h' } as const
  await expect((await contributor(after)).workLog.save({ time: whole })).rejects.toThrow(
    /exceeds the length of that day/,
  )
})

test("a week starting on Sunday is displayed that way; time is submitted by the agency's weeks, from Monday", async () => {
  const { contributor } = await setUp()
  const person = await contributor()
  await person.settings.savePreferences({ week_start: 'sunday' })
  // Saturday evening in Los Angeles is Sunday in Auckland, the last day of the agency's week.
  await (await contributor()).workLog.save({
    time: { kind: 'interval', start: '2026-02-28T17:00', end: '2026-02-28T19:00' },
  })
  const api = await contributor()
  expect((await api.workLog.week({ date: '2026-03-04' })).days[0]).toBe('2026-03-01')
  expect(await api.workLog.counters({})).toMatchObject({ week_start: '2026-03-01', week_seconds: 0 })
  expect(await api.timesheets.submit({ date: '2026-02-28' })).toMatchObject({
    week_start: '2026-02-23',
    timezone: AUCKLAND,
    total_seconds: 7200,
  })
  const another = { kind: 'interval', start: '2026-03-01T01:00', end: '2026-03-01T02:00' } as const
  await expect(api.workLog.save({ time: another })).rejects.toThrow(/submitted/)
})

test("the daily digest is sent at eight in the user's time zone", async () => {
  const { db, world, contributor } = await setUp()
  await (await contributor()).notifications.savePreferences({ delivery: 'daily', events: [] })
  await transact(ctxFor(db, world.home.owner), (tx) =>
    notify(tx, {
      event: 'task_assigned',
      userIds: [world.home.employee.userId],
      title: 'News',
      link: '/tasks',
    }),
  )
  const mailsAt = async (instant: string) => {
    await queueNotificationMails(ctxFor(testServices(db), null, new Date(instant)))
    return (await db.selectFrom('mail_outbox').select('recipient').execute()).length
  }
  expect(await mailsAt('2026-03-04T15:59:00Z')).toBe(0)
  expect(await mailsAt('2026-03-04T16:00:00Z')).toBe(1)
})

test("a reminder of tomorrow's task is sent once in the assignee's morning", async () => {
  const { db, world, contributor } = await setUp()
  await addDueTask({ db, world })
  const remindersAt = async (instant: string) => {
    await remindOfTasks(ctxFor(testServices(db), null, new Date(instant)))
    const { items } = await (await contributor()).notifications.list({})
    return items.filter((item) => item.event === 'task_due').length
  }
  expect(await remindersAt('2026-03-03T14:05:00Z')).toBe(0)
  expect(await remindersAt('2026-03-03T15:05:00Z')).toBe(1)
  expect(await remindersAt('2026-03-03T18:05:00Z')).toBe(1)
  await (await contributor()).notifications.savePreferences({ delivery: 'daily', events: [] })
  await queueNotificationMails(ctxFor(testServices(db), null, new Date('2026-03-03T16:00:00Z')))
  const { text } = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
  expect(text, 'in the email of the day before').toContain('is due tomorrow')
})

test("an invoice is overdue by the agency's calendar, whatever the reader's", async () => {
  const { world, owner, contributor } = await setUp()
  const now = new Date('2026-03-04T09:00:00.000Z')
  const draft = await (await owner(now)).invoices.save({
    client_id: world.home.client.clientId,
    title: 'Phase 1',
    due_date: '2026-03-04',
    items: [{ description: 'Work', quantity: 1000, rate: 10_000 }],
  })
  await (await owner(now)).invoices.send({ id: draft.id })
  await (await owner(now)).settings.savePreferences({ timezone: LOS_ANGELES })
  const overdue = async (at: Date) =>
    (await (await owner(at)).invoices.list({ status: 'overdue' })).items.length
  expect([await overdue(now), await overdue(new Date('2026-03-04T11:30:00.000Z'))]).toEqual([0, 1])
  expect((await (await contributor()).auth.session()).user?.books_timezone).toBe(AUCKLAND)
})

test("a recurring invoice is created when its day starts in the agency's time zone", async () => {
  const { db, world, owner } = await setUp()
  await (await owner()).invoices.saveRecurring({
    client_id: world.home.client.clientId,
    title: 'Retainer',
    items: [{ description: 'Work', quantity: 1000, rate: 10_000 }],
    frequency: 'monthly',
    starts_on: '2026-03-10',
    due_days: 10,
  })
  const services = testServices(db)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-09T10:59:00.000Z')))).toBe(0)
  expect(await writeRecurringInvoices(ctxFor(services, null, new Date('2026-03-09T11:00:00.000Z')))).toBe(1)
})
