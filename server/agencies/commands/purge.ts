import { sql } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { stopCharging } from '../../packages/commands/cancel.ts'
import { forgetCards } from '../../payments/commands/cards.ts'
import { openStorage } from '../../services/storage.ts'
import type { Services } from '../../trpc/context.ts'

/**
 * An agency's tables in an order no foreign key objects to; rows of tables not named go with the row
 * they belong to. The audit log stays: what was deleted, and by whom, is written there.
 */
const TABLES = [
  'webhooks',
  'notifications',
  'time_entries',
  'timesheets',
  'ledger_entries',
  'payouts',
  'payout_batches',
  'expense_receipts',
  'expenses',
  'payments',
  'recurring_invoices',
  'invoices',
  'process_runs',
  'process_templates',
  'events',
  'quick_tasks',
  'message_attachments',
  'files',
  'client_notes',
  'client_contacts',
  'tasks',
  'projects',
  'activity',
  'invitations',
  'agency_subscriptions',
  'test_subscriptions',
  'pictures',
  'search_entries',
  'changes',
  'profiles',
  'employees',
  'clients',
] as const

/** Deletes the agencies whose days of grace are over, with all their people and files. */
export async function purgeAgencies(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  now: Date,
): Promise<void> {
  const due = await services.db
    .selectFrom('agencies')
    .select(['id', 'name'])
    .where('delete_after', '<=', toInstant(now))
    .execute()
  const storage = openStorage(services.config)
  for (const agency of due) {
    try {
      await stopCharging(services, now, agency.id, 'now')
      for (const person of await membersOf(services.db, agency.id))
        await forgetCards(services, person.user_id)
    } catch (error) {
      services.log.warn(
        { err: error, agencyId: agency.id },
        'not deleted while the provider still charges or keeps its cards',
      )
      continue
    }
    const keys = await transact(services.db, (trx) => purgeAgency(trx, agency, now))
    for (const key of keys) await storage.remove(key)
    services.log.info({ agencyId: agency.id }, 'agency deleted')
  }
}

const membersOf = (db: Db, agencyId: AgencyId) =>
  db.selectFrom('profiles').select('user_id').where('agency_id', '=', agencyId).execute()

/** Returns the storage keys of its files, to be removed once the rows are gone. */
async function purgeAgency(trx: Trx, agency: { id: AgencyId; name: string }, now: Date): Promise<string[]> {
  const keys = await storageKeys(trx, agency.id)
  const people = await membersOf(trx, agency.id)
  await releasePlatformBooks(trx, agency.id)
  for (const table of TABLES) {
    await sql`delete from ${sql.table(table)} where agency_id = ${agency.id}`.execute(trx)
  }
  await trx.deleteFrom('invoice_numbers').where('book', '=', agency.id).execute()
  await trx.deleteFrom('agencies').where('id', '=', agency.id).execute()
  for (const { user_id } of people) await trx.deleteFrom('users').where('id', '=', user_id).execute()
  await recordAudit(
    trx,
    { now, name: 'The portal', agencyId: agency.id },
    {
      action: 'agency.deleted',
      subject: { type: 'agency', id: agency.id },
      detail: `${agency.name} with ${people.length} accounts`,
    },
  )
  return keys
}

async function storageKeys(db: Db, agencyId: AgencyId): Promise<string[]> {
  const rows = await Promise.all(
    (['files', 'pictures', 'expense_receipts'] as const).map((table) =>
      db.selectFrom(table).select('storage_key').where('agency_id', '=', agencyId).execute(),
    ),
  )
  return rows.flat().map((row) => row.storage_key)
}

/** What the agency paid to others stays in their books, without naming it by key. */
async function releasePlatformBooks(trx: Trx, agencyId: AgencyId): Promise<void> {
  const members = trx.selectFrom('profiles').select('user_id').where('agency_id', '=', agencyId)
  for (const table of ['payments', 'invoices'] as const) {
    await trx
      .updateTable(table)
      .set({ payer_agency_id: null })
      .where('payer_agency_id', '=', agencyId)
      .execute()
    await trx.updateTable(table).set({ payer_user_id: null }).where('payer_user_id', 'in', members).execute()
  }
  await trx
    .updateTable('invoices')
    .set({ credited_invoice_id: null })
    .where('agency_id', '=', agencyId)
    .execute()
}
