import { randomUUID } from 'node:crypto'
import type { Db } from '#server/base/db/schema.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { DOMAIN_CASES } from './tables/domain-cases.ts'
import { addImport } from './world/imports.ts'
import { addInvoices } from './world/invoices.ts'
import { CASTS } from './world/people.ts'
import { addLike, insert, now } from './world/rows.ts'
import type { IsolationWorld } from './world/world.ts'

/**
 * Rows of tables that the other steps don't fill, and variants that distinguish conditions: drafts, rows
 * without an agency, invoices not issued by agencies.
 */
export async function addRest(db: Db, world: IsolationWorld): Promise<void> {
  await addChildren(db)
  for (const cast of CASTS) await addOfCast(db, world, cast)
  const agencies = await db.selectFrom('agencies').select('id as agency_id').execute()
  const billing = agencies.map((agency) => ({ ...agency, version: 1, updated_at: now }))
  const format = { kind: 'invoice', prefix: 'R-', digits: 1, yearly: 0 }
  await insert(
    db,
    'number_formats',
    billing.map((row) => ({ ...row, ...format })),
  )
  const text = { occasion: 'due', subject: 'Due', body: 'Today' }
  await insert(
    db,
    'mail_texts',
    billing.map((row) => ({ ...row, ...text })),
  )
  const sums = { net: 100, tax: 0, base_net: 100, base_tax: 0, documents: 1, unbooked: 0 }
  const kept = { day: now.slice(0, 10), side: 'issued', position: 0, currency: 'USD', tax_bps: 0, ...sums }
  await insert(
    db,
    'tax_tallies',
    agencies.map((agency) => ({ ...agency, ...kept })),
  )
  const paid = { payout_id: randomUUID(), seconds: 3600, value: 0, cost: 100 }
  await insert(
    db,
    'released_time',
    agencies.map((agency) => ({ ...agency, ...paid, id: randomUUID() })),
  )
  await addOwnTime(db, world)
  await addOfPeople(db, world)
  await addInvoices(db, world)
  for (const { addRows } of DOMAIN_CASES) await addRows?.(db, world)
}

/** One child row for each row that may have some. */
async function addChildren(db: Db) {
  const agencies = await db.selectFrom('agencies').select(['id', 'name']).execute()
  const profiles = agencies.map(({ id, name }) => ({
    agency_id: id,
    iban: name,
    version: 1,
    updated_at: now,
  }))
  await insert(db, 'billing_profiles', profiles)
  const rates = agencies.map(({ id, name }) => ({
    agency_id: id,
    id: randomUUID(),
    name: `VAT of ${name}`,
    bps: 1900,
    category: 'standard',
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await insert(db, 'tax_rates', rates)

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
  const attached = await db
    .selectFrom('task_comments')
    .innerJoin('tasks', 'tasks.id', 'task_comments.task_id')
    .innerJoin('files', 'files.project_id', 'tasks.project_id')
    .select(['task_comments.agency_id', 'task_comments.id as comment_id', 'files.id as file_id'])
    .where((eb) => eb.or([eb('task_comments.shared', '=', 0), eb('files.kind', '=', 'deliverable')]))
    .execute()
  await insert(
    db,
    'task_comment_attachments',
    attached.map((row) => ({ ...row, position: 1 })),
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
  const addMessageFile = (uploaded_by: string) =>
    addLike(
      db,
      'files',
      { project_id: project.id, kind: 'deliverable' },
      { kind: 'message', storage_key: randomUUID(), uploaded_by },
    )
  const sent = { file_id: await addMessageFile(owner.userId), agency_id, position: 2 }
  const message = await db
    .selectFrom('messages')
    .select('id as message_id')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  await insert(db, 'message_attachments', [{ ...message, ...sent }])
  for (const { userId } of [owner, contributor, client]) await addMessageFile(userId)
  for (const list of ['tasks', 'clients']) {
    await addLike(db, 'saved_views', {}, { agency_id, user_id: owner.userId, list, shared: 1 })
  }
  await addImport(db, agency_id, `${name}.csv`)
  // Hours of the team that the client can't see.
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

/** Private time of each, and what they recorded for an agency that they have left or are a client of now. */
async function addOwnTime(db: Db, { people }: IsolationWorld) {
  const { owner, contributor, client, waitingContributor, waitingClient, foreignOwner } = people
  const nothing = { employee_id: null, project_id: null, task_id: null, timesheet_id: null }
  for (const [{ userId: user_id }, former] of [
    [owner, foreignOwner],
    [contributor, foreignOwner],
    [client, owner],
    [waitingContributor, owner],
    [waitingClient, owner],
  ] as const)
    for (const agency_id of [null, former.agencyId]) {
      const own = { ...nothing, user_id, agency_id, session_id: randomUUID() }
      await addLike(db, 'time_entries', { user_id: contributor.userId }, own)
    }
}

/** Rows of people without an agency, or of the platform. */
async function addOfPeople(db: Db, { people, home }: IsolationWorld) {
  const everybody = [...new Set(Object.values(people).map(({ userId }) => userId))]
  await insert(
    db,
    'schedule_feeds',
    everybody.map((user_id) => ({ user_id, token_hash: user_id, created_at: now })),
  )
  await insert(
    db,
    'former_names',
    everybody.map((user_id) => ({ user_id, name: 'Former', email: `${user_id}@former.test` })),
  )
  for (const { userId: user_id } of [people.waitingClient, people.admin]) {
    await addPicture(db, { kind: 'avatar', agency_id: null, user_id })
  }
  await addPicture(db, { kind: 'platform-logo', agency_id: null, user_id: null })
  const { agencyId: agency_id } = home
  for (const { userId: user_id } of [people.waitingContributor, people.waitingClient]) {
    const lone = { user_id, agency_id: null }
    await addLike(db, 'notifications', { agency_id }, { ...lone, group_key: randomUUID() })
    await addLike(db, 'api_tokens', {}, { user_id, token_hash: randomUUID() })
    await addLike(db, 'saved_views', {}, { user_id, agency_id: null })
    await addLike(
      db,
      'quick_tasks',
      { agency_id },
      { agency_id: null, created_by: user_id, assigned_to: user_id },
    )
    await addLike(db, 'events', { agency_id }, { agency_id: null, organizer_id: user_id })
    // Invited by an agency that they have left.
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
  await addBooks(
    db,
    agencies.map(({ id }) => id),
  )
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

/** Data related to an agency's ledger: taxes of each entry, account numbers, and discrepancies. */
async function addBooks(db: Db, agencyIds: string[]): Promise<void> {
  const entries = await db.selectFrom('ledger_entries').select(['id', 'agency_id', 'amount']).execute()
  await insert(
    db,
    'ledger_taxes',
    entries.map(({ id, agency_id, amount }) => ({
      entry_id: id,
      position: 9,
      agency_id,
      tax_bps: 0,
      net: amount,
      tax: 0,
    })),
  )
  await insert(
    db,
    'book_accounts',
    agencyIds.map((agency_id) => ({
      agency_id,
      accounts: JSON.stringify(defaultAccounts('skr03')),
      version: 0,
      updated_at: now,
    })),
  )
  await insert(
    db,
    'book_differences',
    agencyIds.map((agency_id) => ({
      agency_id,
      kind: 'paid',
      subject: 'INV-1',
      details: 'A difference.',
      found_at: now,
    })),
  )
}

const NO_SOURCE = {
  invoice_id: null,
  payment_id: null,
  expense_id: null,
  payout_id: null,
  client_id: null,
  project_id: null,
}
