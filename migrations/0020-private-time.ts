import { type Kysely, sql } from 'kysely'

/** Makes clients' time private and links avatars to their users; adds an order of all messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeClientTimePrivate(db)
  await sql`alter table pictures add column user_id text references users (id) on delete cascade`.execute(db)
  await sql`create index pictures_user on pictures (user_id)`.execute(db)
  await nameOwners(db)
  await sql`create index messages_newest on messages (agency_id, created_at desc, id desc)`.execute(db)
}

/**
 * Removes agency and project, so that budgets, billing, and reports only count the team. Time logged as a
 * contributor remains the agency's, even if its author is a client now.
 */
export const makeClientTimePrivate = (db: Kysely<unknown>) =>
  sql`
    update time_entries
    set agency_id = null, project_id = null, task_id = null, timesheet_id = null, invoice_id = null,
      payout_id = null, billing_rate = 0, cost_rate = 0
    where employee_id is null and agency_id is not null
      and user_id in (select user_id from profiles where role = 'client')
  `.execute(db)

const nameOwners = (db: Kysely<unknown>) =>
  sql`
    update pictures
    set user_id = (select user_id from profiles where avatar = '/pictures/' || pictures.id),
      agency_id = (select agency_id from profiles where avatar = '/pictures/' || pictures.id)
    where kind = 'avatar'
  `.execute(db)
