import { randomUUID } from 'node:crypto'
import type { Db, Schema } from '#server/db/schema.ts'
import { toInstant } from '#server/db/values.ts'
import type { AgencyId } from '#shared/roles.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { CASTS } from './people.ts'
import type { IsolationWorld } from './world.ts'

const now = toInstant(TEST_NOW)

/**
 * Rows of the tables that nobody lives through in the world, and of the kinds that tell one condition from
 * another: drafts, what belongs to no agency, what is invoiced by others than agencies.
 */
export async function addRest(db: Db, world: IsolationWorld): Promise<void> {
  await addChildren(db)
  for (const cast of CASTS) await addOfCast(db, world, cast)
  await addOfPeople(db, world)
  await addInvoices(db, world)
}

/** Puts a row into a table, like the first one there of which these columns are so, with others changed. */
async function addLike<Table extends keyof Schema & string>(
  db: Db,
  table: Table,
  like: Record<string, unknown>,
  changes: Record<string, unknown>,
): Promise<string> {
  let query = db.selectFrom(table as 'tasks').selectAll()
  for (const [column, value] of Object.entries(like))
    query = query.where(column as 'id', '=', value as string)
  const row = await query.executeTakeFirstOrThrow()
  const id = randomUUID()
  await db
    .insertInto(table as 'tasks')
    .values({ ...row, id, ...changes } as never)
    .execute()
  return id
}

const insert = (db: Db, table: keyof Schema & string, rows: Record<string, unknown>[]) =>
  db
    .insertInto(table as 'tasks')
    .values(rows as never)
    .execute()

/** One row below each of those that may have some. */
async function addChildren(db: Db) {
  const projects = await db.selectFrom('projects').select(['agency_id', 'id']).execute()
  const text = projects.map(({ agency_id, id }) => ({ agency_id, project_id: id, position: 1, text: 'One' }))
  await insert(db, 'project_requirements', text)
  await insert(db, 'project_deliverables', text)

  const tasks = await db.selectFrom('tasks').select(['agency_id', 'project_id', 'id']).orderBy('id').execute()
  const dependencies = tasks.flatMap(({ agency_id, project_id, id }) =>
    tasks
      .filter((other) => other.project_id === project_id && other.id < id)
      .map((other) => ({ agency_id, task_id: id, blocked_by_id: other.id })),
  )
  await insert(db, 'task_dependencies', dependencies)
  const comments = await db.selectFrom('task_comments').select(['agency_id', 'id', 'author_id']).execute()
  await insert(
    db,
    'task_comment_mentions',
    comments.map(({ agency_id, id, author_id }) => ({ agency_id, comment_id: id, user_id: author_id })),
  )

  const messages = await db
    .selectFrom('messages')
    .innerJoin('files', 'files.project_id', 'messages.project_id')
    .select([
      'messages.agency_id',
      'messages.id as message_id',
      'files.id as file_id',
      'sender_id as user_id',
    ])
    .where('files.kind', '=', 'deliverable')
    .execute()
  await insert(
    db,
    'message_mentions',
    messages.map(({ file_id: _file, ...row }) => row),
  )
  await insert(
    db,
    'message_attachments',
    messages.map(({ user_id: _user, ...row }) => ({ ...row, position: 1 })),
  )

  const events = await db.selectFrom('events').select(['id', 'starts_at']).execute()
  await insert(
    db,
    'event_exceptions',
    events.map(({ id, starts_at }) => ({ event_id: id, occurrence_start: starts_at, cancelled: 1 })),
  )
}

async function addOfCast(db: Db, { casts, rows }: IsolationWorld, name: (typeof CASTS)[number]) {
  const { owner, contributor, client } = casts[name]
  const { project, task } = rows[name]
  const agency_id = owner.agencyId as AgencyId
  await insert(db, 'employee_skills', [
    { agency_id, employee_id: contributor.employeeId, position: 1, name: 'One' },
  ])
  await insert(db, 'payout_batches', [
    { agency_id, id: randomUUID(), total: 1, currency: 'USD', paid_at: now, paid_by: owner.userId },
  ])
  for (const { userId: user_id } of [owner, client])
    await addPicture(db, { kind: 'avatar', agency_id, user_id })
  await addPicture(db, { kind: 'agency-logo', agency_id, user_id: null })
  await addLike(
    db,
    'files',
    { project_id: project.id, kind: 'deliverable' },
    {
      kind: 'message',
      storage_key: randomUUID(),
    },
  )
  // Hours of the team that its client does not see.
  const id = randomUUID()
  await addLike(db, 'projects', { id: project.id }, { id, unique_id: `P-${name}`, share_hours: 0 })
  const entry = { user_id: contributor.userId, agency_id }
  await addLike(db, 'time_entries', entry, { project_id: id, session_id: randomUUID() })
  for (const subject_type of ['comment', 'file', 'invoice', 'client']) {
    const subject = { subject_type, project_id: project.id, client_id: client.clientId }
    await addLike(db, 'activity', { agency_id, subject_id: task.id }, subject)
  }
  await addLike(db, 'quick_tasks', { created_by: owner.userId }, { assigned_to: client.userId })
  await addLike(db, 'events', { organizer_id: owner.userId }, { title: 'No exception' })
}

async function addPicture(
  db: Db,
  picture: { kind: string; agency_id: AgencyId | null; user_id: string | null },
) {
  const row = { ...picture, id: randomUUID(), storage_key: randomUUID(), content_type: 'image/webp' }
  await insert(db, 'pictures', [{ ...row, created_at: now }])
}

/** What is of somebody without an agency, or of the platform. */
async function addOfPeople(db: Db, { people, home }: IsolationWorld) {
  const everybody = [...new Set(Object.values(people).map(({ userId }) => userId))]
  await insert(
    db,
    'schedule_feeds',
    everybody.map((user_id) => ({ user_id, token_hash: user_id, created_at: now })),
  )
  for (const { userId: user_id } of [people.waitingClient, people.admin]) {
    await addPicture(db, { kind: 'avatar', agency_id: null, user_id })
  }
  await addPicture(db, { kind: 'platform-logo', agency_id: null, user_id: null })
  const { agencyId: agency_id } = home
  for (const { userId: user_id } of [people.waitingContributor, people.waitingClient]) {
    const lone = { user_id, agency_id: null }
    await addLike(db, 'notifications', { agency_id }, { ...lone, group_key: randomUUID() })
    await addLike(
      db,
      'time_entries',
      { user_id: people.contributor.userId },
      {
        ...lone,
        employee_id: null,
        project_id: null,
        timesheet_id: null,
        session_id: randomUUID(),
      },
    )
    await addLike(db, 'api_tokens', {}, { user_id, token_hash: randomUUID() })
    await addLike(
      db,
      'quick_tasks',
      { agency_id },
      { agency_id: null, created_by: user_id, assigned_to: user_id },
    )
    await addLike(db, 'events', { agency_id }, { agency_id: null, organizer_id: user_id })
    // Invited by name, into an agency that is not theirs.
    const event_id = await addLike(db, 'events', { agency_id }, {})
    await addLike(db, 'event_attendees', {}, { event_id, user_id, client_id: null })
  }
  await addLike(
    db,
    'event_attendees',
    {},
    {
      event_id: await addLike(db, 'events', { agency_id }, {}),
      user_id: people.admin.userId,
      client_id: null,
    },
  )
  for (const table of ['activity', 'audit_log', 'ledger_entries', 'expenses', 'expense_receipts'] as const) {
    await addLike(
      db,
      table,
      { agency_id },
      {
        agency_id: null,
        ...(table === 'activity' && { project_id: null, client_id: null }),
        ...(table === 'expense_receipts' && { expense_id: null, storage_key: randomUUID() }),
        ...(table === 'ledger_entries' && NO_SOURCE),
        ...(table === 'expenses' && { client_id: null, project_id: null }),
      },
    )
  }
  const plan = await db.selectFrom('plans').selectAll().executeTakeFirstOrThrow()
  const agencies = await db.selectFrom('agencies').select('id').execute()
  await insert(
    db,
    'agency_subscriptions',
    agencies.map(({ id }) => ({
      agency_id: id,
      plan_id: plan.id,
      status: 'active',
      price: 1,
      currency: 'USD',
      billing_interval: 'month',
      period_start: now,
      period_end: now,
      cancel_at_period_end: 0,
      converted_from_trial: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    })),
  )
}

const NO_SOURCE = { payment_id: null, expense_id: null, payout_id: null, client_id: null, project_id: null }

/** Invoices and payments of every issuer and every payer, sent and not, with what hangs on them. */
async function addInvoices(db: Db, { people, casts, rows }: IsolationWorld) {
  const none = { agency_id: null, client_id: null, project_id: null, number: null, run_key: null }
  const payers = [
    { payer_agency_id: casts.alpha.owner.agencyId },
    { payer_agency_id: casts.foreign.owner.agencyId },
    ...Object.values(people).map(({ userId }) => ({ payer_user_id: userId })),
  ]
  for (const payer of payers) {
    for (const issuer of ['platform', 'supplier']) {
      for (const status of ['sent', 'draft']) {
        await addLike(db, 'invoices', { id: rows.alpha.invoice }, { ...none, ...payer, issuer, status })
      }
      const unpaid = { invoice_id: null, client_id: null, agency_id: null, receipt_number: null }
      await addLike(
        db,
        'payments',
        { id: rows.alpha.announced },
        {
          ...unpaid,
          ...payer,
          payee: issuer,
          idempotency_key: randomUUID(),
          request_key: randomUUID(),
        },
      )
    }
  }
  await addLike(
    db,
    'payments',
    { id: rows.alpha.announced },
    {
      invoice_id: rows.alpha.invoice,
      idempotency_key: randomUUID(),
      request_key: randomUUID(),
    },
  )
  const invoices = await db.selectFrom('invoices').select('id').execute()
  const bare = await db.selectFrom('invoice_items').select('invoice_id').execute()
  const item = {
    position: 1,
    description: 'One',
    quantity: 1000,
    rate: 1,
    tax_bps: 0,
    amount: 1,
    discount: 0,
    tax: 0,
  }
  const having = new Set(bare.map(({ invoice_id }) => invoice_id))
  await insert(
    db,
    'invoice_items',
    invoices.filter(({ id }) => !having.has(id)).map(({ id }) => ({ ...item, invoice_id: id })),
  )
  await insert(
    db,
    'invoice_reminders',
    invoices.map(({ id }) => ({ invoice_id: id, occasion: 'before', sent_at: now })),
  )
  await insert(
    db,
    'invoice_pay_links',
    invoices.map(({ id }) => ({ token_hash: id, invoice_id: id, created_at: now })),
  )
  const payments = await db.selectFrom('payments').select('id').execute()
  await insert(
    db,
    'payment_refunds',
    payments.map(({ id }) => ({
      id: randomUUID(),
      payment_id: id,
      amount: 1,
      status: 'succeeded',
      idempotency_key: randomUUID(),
      created_at: now,
      updated_at: now,
    })),
  )
  await insert(
    db,
    'payment_disputes',
    payments.map(({ id }) => ({
      id: randomUUID(),
      payment_id: id,
      provider_dispute_id: randomUUID(),
      amount: 1,
      reason: 'fraudulent',
      status: 'won',
      booked: 0,
      opened_at: now,
      updated_at: now,
    })),
  )
  const agencies = await db.selectFrom('agencies').select('id').execute()
  // Stripe still checks them, so that cards go where they went.
  await insert(
    db,
    'payment_accounts',
    agencies.map(({ id }) => ({
      id: randomUUID(),
      agency_id: id,
      kind: 'connect',
      provider_account_id: `acct_${id}`,
      livemode: 0,
      name: 'An account',
      charges_enabled: 0,
      payouts_enabled: 0,
      details_submitted: 0,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })),
  )
}
