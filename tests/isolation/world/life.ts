import { randomBytes } from 'node:crypto'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { newSecret } from '#server/base/core/secret-box.ts'
import type { Db } from '#server/base/db/schema.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { FileKind } from '#shared/work/files.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { mailedToken } from '#tests/support/servers/browser.ts'
import { type CanaryName, figureOf, type Holder, textOf } from './canaries.ts'
import { type Cast, type CastName, PASSWORD } from './people.ts'

const now = toInstant(TEST_NOW)
const DAY = '2026-03-04'

/** A process that every agency can see and run. */
export async function addSampleProcess(db: Db, owner: SeedPerson): Promise<void> {
  const { id } = await callerAs(db, owner).processes.save({
    name: 'Onboarding',
    status: 'active',
    duration_days: 7,
    steps: [{ title: 'Welcome' }],
  })
  await db.updateTable('process_templates').set({ agency_id: null }).where('id', '=', id).execute()
}

/** Shared work on a project, as its client sees it. */
export async function liveWork(db: Db, name: CastName, cast: Cast) {
  const { owner, contributor, client } = callersOf(db, cast)
  const text = textOf(`work.${name}`)
  const project = await owner.projects.create({
    name: text,
    description: text,
    category: 'design',
    client: cast.client.name,
    assigned_employee_ids: [cast.contributor.employeeId],
    total_price: figureOf(`price.${name}`),
  })
  const project_id = project.id
  const settings = { share_hours: true, billing_rate: figureOf(`rates.${name}`) }
  await owner.timesheets.saveProjectTime({
    project_id,
    ...settings,
    budget: { kind: 'money', amount: figureOf(`rates.${name}`) },
  })
  const addTask = (title: string) =>
    owner.tasks.save({
      project_id,
      title,
      description: text,
      assigned_to_id: cast.contributor.employeeId,
      due_date: DAY,
      subtasks: [{ title: text }],
    })
  const task = await addTask(text)
  const blocker = await addTask(`Before ${text}`)
  const message = await client.messages.send({ project_id, content: text })
  await owner.messages.send({ project_id, content: text })
  const shown = await addFile(db, cast, {
    project_id,
    task_id: task.id,
    kind: 'attachment',
    name: `${text}.txt`,
  })
  await owner.tasks.addComment({ task_id: task.id, text, shared: true, file_ids: [shown] })
  const sent = await addFile(
    db,
    cast,
    { project_id, task_id: task.id, kind: 'message', name: `${text}.txt` },
    cast.client,
  )
  const own = await client.tasks.addComment({ task_id: task.id, text })
  await db
    .insertInto('task_comment_attachments')
    .values({ agency_id: cast.owner.agencyId as AgencyId, comment_id: own.id, file_id: sent, position: 0 })
    .execute()
  const deliverable = await addFile(db, cast, { project_id, kind: 'deliverable', name: `${text}.txt` })

  // Data internal to the team.
  const secret = textOf(`team.${name}`)
  const comment = await contributor.tasks.addComment({ task_id: task.id, text: secret })
  const attachment = await addFile(db, cast, { project_id, kind: 'attachment', name: `${secret}.txt` })
  const process = await owner.processes.save({
    name: secret,
    status: 'active',
    duration_days: 7,
    steps: [{ title: secret }],
  })
  const run = await owner.processes.start({ template_id: process.id, client_id: cast.client.clientId })
  const sample = await db
    .selectFrom('process_templates')
    .select('id')
    .where('agency_id', 'is', null)
    .executeTakeFirstOrThrow()
  const sampleRun = await owner.processes.start({ template_id: sample.id, client_id: cast.client.clientId })
  await owner.processes.finish({ id: sampleRun.id, version: sampleRun.version, outcome: 'failed' })
  const { version } = await owner.projects.get({ id: project_id })
  return {
    project: { id: project_id, version },
    task: { id: task.id, subtask_id: task.subtasks[0]?.id ?? '' },
    blocker: blocker.id,
    message: message.id,
    deliverable,
    attachment,
    comment: comment.id,
    process: process.id,
    run: { id: run.id, version: run.version, step_id: run.steps[0]?.id ?? '' },
  }
}

/** Comments between members of the team. */
export async function liveInternalComments(db: Db, cast: Cast, task_id: string) {
  const { owner, contributor } = callersOf(db, cast)
  const mentions = [cast.owner.userId]
  const { id } = await contributor.tasks.addComment({ task_id, text: 'Between us', mentions })
  await contributor.tasks.editComment({ id, text: 'Only between us', mentions })
  await owner.tasks.addComment({ task_id, text: 'Between us, too' })
  await contributor.tasks.deleteComment({ id })
}

/** An event to which the company with all its people is invited. */
export async function liveMeeting(db: Db, name: CastName, cast: Cast) {
  const text = textOf(`meeting.${name}`)
  await callersOf(db, cast).owner.schedule.create({
    title: text,
    description: text,
    starts_at: `${DAY}T15:00:00.000Z`,
    duration_minutes: 30,
    attendees: [{ kind: 'client', id: cast.client.clientId }],
  })
}

/** Invoices and payments of the company. */
export async function liveBilling(db: Db, name: CastName, cast: Cast) {
  const { owner, client } = callersOf(db, cast)
  const text = textOf(`billing.${name}`)
  const amount = figureOf(`billing.${name}`)
  const content = {
    client_id: cast.client.clientId,
    title: text,
    due_date: DAY,
    items: [{ description: text, quantity: 1, rate: amount }],
  }
  const addSent = async () => {
    const { id } = await owner.invoices.save(content)
    await owner.invoices.send({ id })
    return id
  }
  const manual = {
    client_id: cast.client.clientId,
    description: text,
    amount,
    method: 'bank',
    request_id: crypto.randomUUID(),
  } as const
  const invoice = await addSent()
  const link = await owner.invoices.createPayLink({ id: invoice })
  const { payment_id } = await client.payments.payInvoice({ invoice_id: await addSent(), ...card() })
  const announced = await owner.payments.recordManual({ ...manual, received: false })
  // A draft's canary belongs to the agency: its client can't see it before it is sent.
  const books = textOf(`books.${name}`)
  const figure = figureOf(`books.${name}`)
  const draftContent = {
    ...content,
    title: books,
    items: [{ description: books, quantity: 1, rate: figure }],
  }
  const draft = await owner.invoices.save(draftContent)
  const { due_date: _due, ...repeated } = draftContent
  const recurring = await owner.invoices.saveRecurring({
    ...repeated,
    frequency: 'monthly',
    starts_on: '2026-03-31',
  })
  return {
    invoice,
    link: new URL(link.url).searchParams.get('token') ?? '',
    payment: payment_id,
    announced: announced.id,
    draft: draft.id,
    recurring: recurring.id,
  }
}

/** The owner's records about the company and the agency. */
export async function liveBooks(db: Db, name: CastName, cast: Cast) {
  const { owner } = callersOf(db, cast)
  const text = textOf(`books.${name}`)
  const { clientId: client_id } = cast.client
  const receipt = await addReceipt(db, cast, `${text}.txt`)
  const expense = await owner.finance.saveExpense({
    category: 'software',
    description: text,
    amount: figureOf(`books.${name}`),
    spent_on: DAY,
    receipt_id: receipt,
  })
  const rate = await owner.letterhead.saveTaxRate({ name: text, bps: 1900, category: 'standard' })
  const product = await owner.letterhead.saveProduct({ name: text, rate: figureOf(`books.${name}`) })
  const note = await owner.clients.addNote({ client_id, text })
  const email = `${crypto.randomUUID()}@example.test`
  const contact = await owner.clients.saveContact({ client_id, name: text, email })
  const invited = `${crypto.randomUUID()}@example.test`
  const invitation = await owner.invitations.create({ email: invited, role: 'client', client_id })
  const webhook = await owner.webhooks.save({
    url: `https://example.test/${text.replace(' ', '-')}`,
    events: ['client.created'],
  })
  await owner.clients.save({ name: text, email: `${crypto.randomUUID()}@example.test` })
  const delivery = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('webhook_id', '=', webhook.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    taxRate: rate.id,
    product: product.id,
    receipt,
    expense: expense.id,
    note: note.id,
    contact: contact.id,
    invitation: { id: invitation.id, token: await mailedToken(db, invited, 'invitation') },
    webhook: webhook.id,
    delivery: delivery.id,
  }
}

/** The contributor's time and pay; the project's hours are shared with its client. */
export async function liveHours(db: Db, name: CastName, cast: Cast, project_id?: string) {
  const { owner, contributor } = callersOf(db, cast)
  const note = textOf(`hours.${name}`)
  const submit = async (date: string) => {
    await contributor.workLog.save({ note, time: { kind: 'duration', date, duration: '1h' } })
    return contributor.timesheets.submit({ date, note })
  }
  if (project_id !== undefined) {
    const shared = textOf(`work.${name}`)
    const time = { kind: 'duration', date: '2026-02-17', duration: '1h' } as const
    await contributor.workLog.save({ note: shared, project_id, time })
    const { id, version } = await submit('2026-02-17')
    await owner.timesheets.review({ id, version, decision: 'approved' })
  }
  const sheet = await submit(project_id === undefined ? '2026-02-10' : '2026-02-24')
  const payout = await owner.payouts.create({
    employee_id: cast.contributor.employeeId,
    description: note,
    amount: figureOf(`hours.${name}`),
  })
  return { sheet: { id: sheet.id, version: sheet.version }, payout: payout.id }
}

/** Time recorded by the company's own person. */
export const liveClientTime = (db: Db, cast: Cast) =>
  callersOf(db, cast).client.workLog.save({ time: { kind: 'duration', date: DAY, duration: '8h' } })

/** A person's own data. */
export async function liveAlone(db: Db, holder: Holder, scope: SeedPerson) {
  // People of the suspended agency created these rows before its suspension.
  const caller = callerAs(db, { ...scope, suspended: false })
  const secret: CanaryName = `private.${holder}`
  const title = textOf(secret)
  const quickTask = await caller.quickTasks.save({ title, due_date: DAY })
  // The audit log contains token names, and owners can read it.
  const name = textOf(`entry.${holder}`)
  const token = await caller.apiTokens.create({ name, scopes: ['clients:read'], password: PASSWORD })
  const view = await caller.views.save({ list: 'tasks', name: title, state: { open: true } })
  const entry = await caller.workLog.save({
    note: name,
    time: { kind: 'duration', date: '2026-03-11', duration: '1h' },
  })
  const starts_at = `${DAY}T12:00:00.000Z`
  const event = await caller.schedule.create({
    title: textOf(`event.${holder}`),
    starts_at,
    duration_minutes: 30,
  })
  const saved = await caller.payments.addCard(card())
  const setup = await caller.payments.addCard(card('mock_card_3ds'))
  const pending = await caller.payments.quickPay(card('mock_card_3ds'))
  const notification = newId()
  await db
    .insertInto('notifications')
    .values({
      id: notification,
      user_id: scope.userId,
      agency_id: scope.agencyId,
      event: 'message',
      group_key: notification,
      title,
      link: '/messages',
      count: 1,
      in_app: 1,
      mail: 'none',
      created_at: now,
      read_at: null,
    })
    .execute()
  const later = '2027-01-01T00:00:00.000Z'
  const session = newSecret()
  await db
    .insertInto('sessions')
    .values({
      id: session,
      user_id: scope.userId,
      created_at: now,
      expires_at: later,
      absolute_expires_at: later,
      last_seen_at: now,
      ip: null,
      user_agent: title,
    })
    .execute()
  const occurrence = { id: event.id, occurrence_start: starts_at, version: 1 }
  return {
    quickTask: quickTask.id,
    token: token.id,
    view: view.id,
    entry: entry.id,
    event: occurrence,
    card: saved.card?.id ?? '',
    cardSetup: setup.setup_id,
    pending: pending.payment_id,
    notification,
    session,
  }
}

const callersOf = (db: Db, cast: Cast) => ({
  owner: callerAs(db, cast.owner),
  contributor: callerAs(db, cast.contributor),
  client: callerAs(db, cast.client),
})

/** A row as created by an upload; tests that need its bytes store them under its key. */
async function addFile(
  db: Db,
  { owner }: Cast,
  file: { project_id: string; task_id?: string; kind: FileKind; name: string },
  by = owner,
): Promise<string> {
  if (owner.agencyId === null) throw new Error('Files belong to an agency')
  const id = newId()
  await db
    .insertInto('files')
    .values({
      task_id: null,
      ...file,
      ...stored(),
      id,
      agency_id: owner.agencyId,
      uploaded_by: by.userId,
      uploaded_by_name: by.name,
      review: null,
      reviewed_at: null,
      reviewed_by_name: null,
      review_comment: null,
    })
    .execute()
  return id
}

async function addReceipt(db: Db, { owner }: Cast, name: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('expense_receipts')
    .values({ ...stored(), id, name, agency_id: owner.agencyId, expense_id: null })
    .execute()
  return id
}

const stored = () => ({
  content_type: 'text/plain',
  size: 1,
  sha256: '',
  storage_key: randomBytes(24).toString('hex'),
  created_at: now,
})
