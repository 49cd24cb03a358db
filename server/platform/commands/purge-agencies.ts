import { sql } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import { openStorage } from '../../adapters/storage.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, selectFrom, unscoped, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { stopCharging } from '../../packages/commands/cancel.ts'
import { forgetCards } from '../../payments/commands/erase-cards.ts'
import { endAccount } from '../../payments/commands/remove-account.ts'

/**
 * An agency's tables in an order no foreign key objects to; rows of tables not named go with the row
 * they belong to. The audit log stays: what was deleted, and by whom, is written there.
 */
const TABLES = [
  'imports',
  'webhooks',
  'notifications',
  'time_entries',
  'timesheets',
  'ledger_entries',
  'client_credits',
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
export async function purgeAgencies(ctx: Ctx): Promise<void> {
  const due = await selectFrom(ctx, 'agencies')
    .select(['id', 'name'])
    .where('delete_after', '<=', toInstant(ctx.now))
    .execute()
  const storage = openStorage(ctx.services.config)
  for (const agency of due) {
    try {
      await stopCharging(ctx, agency.id, 'now')
      for (const person of await membersOf(ctx, agency.id)) await forgetCards(ctx, person.user_id)
      await endAccount(ctx, agency.id)
    } catch (error) {
      ctx.services.log.warn(
        { err: error, agencyId: agency.id },
        'not deleted while the provider still charges or keeps its cards',
      )
      continue
    }
    const keys = await transact(ctx, (tx) => purgeAgency(tx, agency))
    for (const key of keys) await storage.remove(key)
    ctx.services.log.info({ agencyId: agency.id }, 'agency deleted')
  }
}

const membersOf = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'profiles').select('user_id').where('agency_id', '=', agencyId).execute()

/** Returns the storage keys of its files, to be removed once the rows are gone. */
async function purgeAgency(tx: Tx, agency: { id: AgencyId; name: string }): Promise<string[]> {
  const keys = await storageKeys(tx, agency.id)
  const people = await membersOf(tx, agency.id)
  await releasePlatformBooks(tx, agency.id)
  for (const table of TABLES) {
    await sql`delete from ${sql.table(table)} where agency_id = ${agency.id}`.execute(unscoped(tx))
  }
  await tx.db
    .updateTable('platform_settings')
    .set({ instance_keys_agency_id: null })
    .where('instance_keys_agency_id', '=', agency.id)
    .execute()
  await tx.db.deleteFrom('invoice_numbers').where('book', '=', agency.id).execute()
  await deleteFrom(tx, 'agencies').where('id', '=', agency.id).execute()
  for (const { user_id } of people) await purgePerson(tx, user_id)
  const { id, name } = agency
  await record(tx, 'agency.deleted', { id, agencyId: id, name, accounts: people.length })
  return keys
}

/** With what they keep for themselves, which is of no agency. */
async function purgePerson(tx: Tx, userId: string): Promise<void> {
  await deleteFrom(tx, 'time_entries').where('user_id', '=', userId).execute()
  await deleteFrom(tx, 'events').where('organizer_id', '=', userId).execute()
  await tx.db.deleteFrom('users').where('id', '=', userId).execute()
}

async function storageKeys(ctx: Ctx, agencyId: AgencyId): Promise<string[]> {
  const rows = await Promise.all(
    (['files', 'pictures', 'expense_receipts'] as const).map((table) =>
      unscoped(ctx).selectFrom(table).select('storage_key').where('agency_id', '=', agencyId).execute(),
    ),
  )
  return rows.flat().map((row) => row.storage_key)
}

/** What the agency paid to others stays in their books, without naming it by key. */
async function releasePlatformBooks(tx: Tx, agencyId: AgencyId): Promise<void> {
  const members = selectFrom(tx, 'profiles').select('user_id').where('agency_id', '=', agencyId)
  for (const table of ['payments', 'invoices'] as const) {
    await updateTable(tx, table)
      .set({ payer_agency_id: null })
      .where('payer_agency_id', '=', agencyId)
      .execute()
    await updateTable(tx, table).set({ payer_user_id: null }).where('payer_user_id', 'in', members).execute()
  }
  await updateTable(tx, 'invoices')
    .set({ credited_invoice_id: null })
    .where('agency_id', '=', agencyId)
    .execute()
}
