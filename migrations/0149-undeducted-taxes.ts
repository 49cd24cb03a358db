import type { Kysely } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/** Earlier programs reverse entries without their non-deductible tax. */
export const oldestProgram = '0149-undeducted-taxes'

/** The non-deductible tax in an untaxed part, for returns that ask for purchases without any tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table ledger_taxes add column undeducted_bps double precision check (undeducted_bps between 0 and 10000);
     alter table ledger_taxes add column undeducted_tax bigint;
     alter table ledger_taxes add column base_undeducted_tax bigint;
     create index ledger_taxes_undeducted on ledger_taxes (agency_id, entry_id) where undeducted_bps is not null`,
  )
  const words = 'entries of the ledger are never changed, only reversed'
  const columns = ['undeducted_bps', 'undeducted_tax', 'base_undeducted_tax']
  const differs = columns.map((name) => `old.${name} is distinct from new.${name}`)
  await createTrigger(db, {
    name: 'ledger_taxes_undeducted_kept',
    table: 'ledger_taxes',
    event: `update of ${columns.join(', ')}`,
    when: `old.base_net is not null and (${differs.join(' or ')})`,
    body: isSqlite(db) ? `select raise(abort, '${words}');` : `raise exception '${words}';`,
  })
}
