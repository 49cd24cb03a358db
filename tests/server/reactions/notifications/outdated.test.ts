import { expect, test } from 'vitest'
import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import { addMinutes, toInstant } from '#server/base/db/values.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { addFile } from '#server/work/files/commands.ts'
import { remindOfEvents } from '#server/work/schedule/commands/remind.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { addProject } from '#tests/support/work.ts'
import { addCoOwner, createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { owner, employee, client } = world.home
  const project = await addProject(db, world.home, { assigned_employee_ids: [employee.employeeId] })
  const at = (minutes: number, person: SeedPerson = owner) =>
    callerAs(db, person, { now: addMinutes(TEST_NOW, minutes) })
  const deliver = (name: string, minutes = 0) =>
    addFile(
      ctxFor(db, employee as SeedMember, addMinutes(TEST_NOW, minutes)),
      { project_id: project.id, kind: 'deliverable' },
      { name, contentType: 'text/plain', size: 1, sha256: 'ab', key: `key-${name}` },
    )
  const unread = async (person: SeedPerson) =>
    (await at(0, person).notifications.list({ unread: true })).items.map(({ title }) => title)
  const mailed = async (minutes: number) => {
    await queueNotificationMails(ctxFor(testServices(db), null, addMinutes(TEST_NOW, minutes)))
    return (await db.selectFrom('mail_outbox').select('subject').execute()).map(({ subject }) => subject)
  }
  return { db, world, owner, employee, client, project, at, deliver, unread, mailed }
}

test('a deleted file is no longer ready for review, and no email says so', async () => {
  const { client, project, at, deliver, unread, mailed } = await setUp()
  const events = [{ event: 'file' as const, in_app: true, email: true }]
  await at(0, client).notifications.savePreferences({ delivery: 'instant', events })
  const only = await deliver('Logo.pdf')
  await at(1).files.delete({ id: only.id })
  expect(await unread(client)).toEqual([])
  const [first, second, third] = [
    await deliver('A.pdf'),
    await deliver('B.pdf', 1),
    await deliver('C.pdf', 2),
  ]
  await at(2).files.delete({ id: third.id })
  expect(await unread(client)).toEqual(['2 files are ready for your review'])
  await at(2).files.delete({ id: first.id })
  const { items } = await at(2, client).notifications.list({})
  expect(items).toMatchObject([
    { title: 'B.pdf is ready for your review', link: `/projects?project=${project.id}&file=${second.id}` },
  ])
  expect(await mailed(5)).toEqual(['B.pdf is ready for your review'])
})

test('files that are deleted or reviewed don’t count for later notifications', async () => {
  const { client, at, deliver, unread } = await setUp()
  const earlier = await deliver('Earlier.pdf')
  await at(1, client).notifications.markAllRead()
  await deliver('Later.pdf', 30)
  const reviewed = await deliver('Reviewed.pdf', 31)
  await at(32).files.delete({ id: earlier.id })
  expect(await unread(client)).toEqual(['2 files are ready for your review'])
  await at(33, client).files.review({ id: reviewed.id, review: 'changes_requested', comment: 'Bigger' })
  await at(34, client).files.review({ id: reviewed.id, review: 'approved' })
  await at(35).files.delete({ id: reviewed.id })
  expect(await unread(client)).toEqual(['Later.pdf is ready for your review'])
})

test('a quick task that is done, deleted, converted or reassigned is no longer asked for', async () => {
  const { owner, employee, client, project, at, unread } = await setUp()
  const add = (title: string) =>
    at(0).quickTasks.save({ title, assigned_to: employee.userId, priority: 'medium', due_date: null })
  const [done, deleted, converted, reassigned] = [
    await add('Done'),
    await add('Deleted'),
    await add('Converted'),
    await add('Reassigned'),
  ]
  await at(0).quickTasks.snooze({ id: (await add('Open')).id, until: '2026-03-20' })
  expect(await unread(employee)).toHaveLength(5)
  await at(1).quickTasks.setCompleted({ id: done.id, completed: true })
  await at(1).quickTasks.delete({ id: deleted.id })
  await at(1).quickTasks.convert({ id: converted.id, project_id: project.id })
  const { title, priority, due_date, version } = reassigned
  await at(1).quickTasks.save({
    id: reassigned.id,
    title,
    priority,
    due_date,
    version,
    assigned_to: owner.userId,
  })
  expect(await unread(employee)).toEqual([
    'You were assigned Converted',
    'Home Owner assigned you the task “Open”',
  ])
  expect(await unread(client)).toEqual([])
})

test('deleting tasks withdraws news and emails about them, including comments and mentions', async () => {
  const { world, owner, employee, project, at, unread, mailed } = await setUp()
  const assigned_to_id = world.home.employee.employeeId
  const tasks = await Promise.all(
    ['Logo', 'Flyer', 'Poster'].map((title) =>
      at(0).tasks.save({ title, project_id: project.id, assigned_to_id }),
    ),
  )
  for (const { id: task_id, version } of tasks) {
    await at(0).tasks.addComment({ task_id, text: '@Home Employee, please', mentions: [employee.userId] })
    await at(0, employee).tasks.addComment({ task_id, text: '@Home Owner', mentions: [owner.userId] })
    await at(0).tasks.addComment({ task_id, text: 'And soon' })
    await at(0).tasks.setStatus({ id: task_id, status: 'in_progress', version })
  }
  const [logo, flyer] = tasks
  await at(2).tasks.delete({ id: logo?.id ?? '' })
  await at(2).tasks.bulkDelete({ ids: [flyer?.id ?? ''] })
  const left = [...(await unread(employee)), ...(await unread(owner))]
  expect(left).toHaveLength(5)
  for (const title of [...left, ...(await mailed(10))]) expect(title).not.toMatch(/Logo|Flyer/)
})

test('a timesheet that was withdrawn or reviewed no longer waits for the owner', async () => {
  const { db, world, owner, employee, project, at, unread } = await setUp()
  const time = { kind: 'duration', date: '2026-03-02', duration: '2h' } as const
  await at(0, employee).workLog.save({ project_id: project.id, time })
  const { id, version } = await at(0, employee).timesheets.submit({ date: '2026-03-04' })
  expect(await unread(owner)).toEqual([expect.stringContaining('Home Employee submitted the week of')])
  await at(1, employee).timesheets.withdraw({ id, version })
  expect(await unread(owner)).toEqual([])
  const again = await at(2, employee).timesheets.submit({ date: '2026-03-04' })
  expect(await unread(owner)).toHaveLength(1)
  await at(3).timesheets.review({ id: again.id, version: again.version, decision: 'approved' })
  expect(await unread(owner)).toEqual([])
  expect(await unread(employee)).toEqual([expect.stringMatching(/^Your week of .* was approved$/)])

  const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  await at(4, second).timesheets.undoApproval({ id: again.id, version: again.version + 1 })
  expect(await unread(employee)).toEqual([])
  expect(await unread(owner), 'for whom it waits again').toEqual([
    expect.stringMatching(/^Second Owner undid the approval of Home Employee’s week of Mar/),
  ])
})

test('a step of a process that is done, or whose run is finished, is no longer assigned', async () => {
  const { employee, project, at, unread } = await setUp()
  const step = (title: string) => ({ title, role: 'employee' as const, due_offset_days: 0 })
  const { id: template_id } = await at(0).processes.save({
    name: 'Onboarding',
    status: 'active',
    duration_days: 1,
    steps: [step('Call'), step('Build')],
  })
  const run = await at(0).processes.start({ template_id, project_id: project.id })
  const other = await at(0).processes.start({ template_id, project_id: project.id })
  const called = { run_id: run.id, step_id: run.steps[0]?.id ?? '', completed: true }
  await at(1).processes.tick(called)
  expect(await unread(employee)).toEqual([
    'Onboarding: Build is assigned to you',
    'Onboarding: Call is assigned to you',
  ])
  const undone = await at(2).processes.tick({ ...called, completed: false })
  expect(await unread(employee), 'of both runs; Build waits again').toEqual([
    'Onboarding: Call is assigned to you',
    'Onboarding: Call is assigned to you',
  ])
  await at(2).processes.finish({ id: run.id, version: undone.version, outcome: 'failed' })
  expect(await unread(employee), 'of the other run').toEqual(['Onboarding: Call is assigned to you'])
  expect((await at(3, employee).notifications.list({})).items).toMatchObject([
    { link: `/process?run=${other.id}` },
  ])
})

test('the owners are asked for a step whose contributors were deactivated', async () => {
  const { db, world, employee, owner, project, at, unread } = await setUp()
  const step = (title: string) => ({ title, role: 'employee' as const, due_offset_days: 0 })
  const { id: template_id } = await at(0).processes.save({
    name: 'Onboarding',
    status: 'active',
    duration_days: 1,
    steps: [step('Call')],
  })
  const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  await at(0).employees.setDeactivated({ id: employee.employeeId, deactivated: true })
  await at(1, second).processes.start({ template_id, project_id: project.id })
  expect(await unread(owner)).toEqual(['Onboarding: Call is assigned to you'])
})

test('invitations and reminders of an event end with it, or when it no longer includes the person', async () => {
  const { db, world, employee, client, at, unread } = await setUp()
  const starts_at = toInstant(addMinutes(TEST_NOW, 60))
  const review = { title: 'Review', starts_at, duration_minutes: 30, reminder_minutes: 30 }
  const attendees = [
    { kind: 'client' as const, id: world.home.client.clientId },
    { kind: 'user' as const, id: employee.userId },
  ]
  const create = () => at(0).schedule.create({ ...review, attendees })
  const remind = (minutes: number) => remindOfEvents(ctxFor(db, null, addMinutes(TEST_NOW, minutes)))
  const news = async () => [await unread(employee), await unread(client)]
  const invitation = expect.stringContaining('invited you to Review')
  const reminder = expect.stringContaining('Review starts')

  const canceled = await create()
  await remind(31)
  expect(await news()).toEqual([
    [reminder, invitation],
    [reminder, invitation],
  ])
  await at(32).schedule.cancel({ ...canceled, version: 1 })
  const cancellation = expect.stringContaining('was canceled')
  expect(await news()).toEqual([[cancellation], [cancellation]])
  for (const person of [employee, client]) await at(33, person).notifications.markAllRead()

  const moved = await create()
  await remind(31)
  const later = toInstant(addMinutes(TEST_NOW, 90))
  await at(32).schedule.move({
    ...moved,
    version: 1,
    starts_at: later,
    ends_at: toInstant(addMinutes(TEST_NOW, 120)),
  })
  const move = expect.stringContaining('moved Review to')
  expect(await news(), 'the reminder named the time before').toEqual([
    [move, invitation],
    [move, invitation],
  ])
  await remind(61)
  await at(62).schedule.update({
    id: moved.id,
    occurrence_start: later,
    ...review,
    starts_at: later,
    version: 2,
    attendees: attendees.slice(0, 1),
  })
  expect(await news()).toEqual([
    [expect.stringContaining('removed you from Review')],
    [reminder, move, invitation],
  ])
})

test('news of who declined an event is withdrawn once it is canceled', async () => {
  const { employee, at, owner, unread } = await setUp()
  const starts_at = toInstant(addMinutes(TEST_NOW, 60))
  const event = await at(0).schedule.create({
    title: 'Review',
    starts_at,
    duration_minutes: 30,
    attendees: [{ kind: 'user', id: employee.userId }],
  })
  await at(1, employee).schedule.reply({ id: event.id, reply: 'declined' })
  expect(await unread(owner)).toEqual([expect.stringContaining('Home Employee declined Review')])
  await at(2).schedule.cancel({ ...event, version: 1 })
  expect(await unread(owner)).toEqual([])
})

test('undoing a move withdraws the reminder of the undone time', async () => {
  const { db, employee, at, unread } = await setUp()
  const after = (minutes: number) => toInstant(addMinutes(TEST_NOW, minutes))
  const review = { title: 'Review', starts_at: after(2_880), duration_minutes: 30, reminder_minutes: 30 }
  const attendees = [{ kind: 'user' as const, id: employee.userId }]
  const event = await at(0).schedule.create({ ...review, attendees })
  const moved = await at(0).schedule.move({ ...event, version: 1, starts_at: after(20), ends_at: after(50) })
  await remindOfEvents(ctxFor(db, null, TEST_NOW))
  expect(await unread(employee)).toContainEqual(expect.stringContaining('Review starts'))
  await at(1).schedule.undoMove({ undo: moved.undo ?? '' })
  expect(await unread(employee)).not.toContainEqual(expect.stringContaining('Review starts'))
})

test('a reminder of one occurrence ends with it; those of others stay', async () => {
  const { db, employee, at, unread } = await setUp()
  const starts_at = toInstant(addMinutes(TEST_NOW, 60))
  const { id } = await at(0).schedule.create({
    title: 'Stand-up',
    starts_at,
    duration_minutes: 30,
    reminder_minutes: 1_440,
    recurrence: { frequency: 'daily' },
    attendees: [{ kind: 'user', id: employee.userId }],
  })
  const remind = (minutes: number) => remindOfEvents(ctxFor(db, null, addMinutes(TEST_NOW, minutes)))
  await remind(0)
  await remind(61)
  expect(await unread(employee), 'the invitation, and of two occurrences').toHaveLength(3)
  const occurrence_start = toInstant(addMinutes(TEST_NOW, 60 + 1_440))
  await at(62).schedule.cancel({ id, occurrence_start, version: 1, scope: 'this' })
  expect((await unread(employee)).toSorted()).toEqual([
    expect.stringContaining('invited you to Stand-up'),
    expect.stringMatching(/^Stand-up on .* was canceled$/),
    'Stand-up starts at 12:00',
  ])
})

test('reminders of this and following occurrences end with them; earlier ones stay', async () => {
  const { db, employee, at, unread } = await setUp()
  const starts_at = toInstant(addMinutes(TEST_NOW, 60))
  const { id } = await at(0).schedule.create({
    title: 'Stand-up',
    starts_at,
    duration_minutes: 30,
    reminder_minutes: 1_440,
    recurrence: { frequency: 'daily' },
    attendees: [{ kind: 'user', id: employee.userId }],
  })
  const remind = (minutes: number) => remindOfEvents(ctxFor(db, null, addMinutes(TEST_NOW, minutes)))
  await remind(0)
  await remind(61)
  expect(await unread(employee), 'the invitation, and of two occurrences').toHaveLength(3)
  const occurrence_start = toInstant(addMinutes(TEST_NOW, 60 + 1_440))
  await at(62).schedule.cancel({ id, occurrence_start, version: 1, scope: 'following' })
  expect((await unread(employee)).toSorted()).toEqual([
    expect.stringContaining('invited you to Stand-up'),
    'Stand-up starts at 12:00',
    expect.stringMatching(/^Stand-up was canceled from .* on$/),
  ])
})

test('an invoice that is no longer due is no longer overdue for the client and the owners', async () => {
  const { db, world, owner, client, at, unread } = await setUp()
  const late = new Date('2026-04-04T10:00:00Z')
  const [home, payer] = [owner, client].map((person) => callerAs(db, person, { now: late }))
  const send = () => sendInvoiceTo(at(0), client.clientId)
  const [paid, voided, written, credited, open] = [
    await send(),
    await send(),
    await send(),
    await send(),
    await send(),
  ]
  await sendInvoiceTo(callerAs(db, world.foreign.owner), world.foreign.client.clientId)
  for (const caller of [home, payer]) await caller?.notifications.markAllRead()
  await markOverdueInvoices(ctxFor(testServices(db), null, late))
  const overdue = async (person: SeedPerson) =>
    (await unread(person)).filter((title) => title.endsWith('is overdue')).toSorted()
  expect(await overdue(client)).toHaveLength(5)
  expect(await overdue(owner)).toHaveLength(5)

  await payer?.payments.payInvoice({ invoice_id: paid, ...card() })
  await home?.invoices.void({ id: voided })
  await home?.invoices.writeOff({ id: written, reason: 'Bankrupt' })
  await home?.invoices.credit({ id: credited, reason: 'Mistake', amount: 360_000 })
  const { number } = await at(0).invoices.get({ id: open })
  for (const person of [client, owner])
    expect(await overdue(person)).toEqual([`Invoice ${number} is overdue`])
  expect(await overdue(world.foreign.owner)).toHaveLength(1)
})

test('an installment that was paid is no longer overdue', async () => {
  const { db, owner, client, at, unread } = await setUp()
  const { id } = await at(0).invoices.save({
    ...draftFor(client.clientId),
    instalments: ['2026-04-03', '2026-05-03'],
  })
  await at(0).invoices.send({ id })
  const late = new Date('2026-04-04T10:00:00Z')
  await markOverdueInvoices(ctxFor(testServices(db), null, late))
  const overdue = async () => (await unread(owner)).filter((title) => title.endsWith('is overdue'))
  const pay = (amount: number) =>
    callerAs(db, owner, { now: late }).payments.recordManual({
      invoice_id: id,
      amount,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  await pay(1000)
  expect(await overdue()).toHaveLength(1)
  await pay(179_000)
  expect(await overdue()).toEqual([])
})
