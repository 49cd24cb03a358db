import type { Kysely } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/** Earlier programs book changed expenses without the tax that the agency owes for them. */
export const oldestProgram = '0146-expense-taxes'

/** How expenses are taxed, and the deductible share of their tax or of the tax owed for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const share = 'deductible_bps double precision check (deductible_bps between 0 and 10000)'
  await ddl(
    db,
    `alter table expenses add column treatment text check (treatment in ('taxed', 'reverse_charge', 'import', 'exempt'));
     alter table expenses add column supplier_country text;
     alter table expenses add column owed_bps double precision check (owed_bps between 0 and 10000);
     alter table expenses add column ${share};
     alter table ledger_taxes add column ${share};
     alter table ledger_taxes add column deducted_tax bigint`,
  )
  const words = 'entries of the ledger are never changed, only reversed'
  const differs = ['deductible_bps', 'deducted_tax'].map((name) => `old.${name} is distinct from new.${name}`)
  await createTrigger(db, {
    name: 'ledger_taxes_shares_kept',
    table: 'ledger_taxes',
    event: 'update of deductible_bps, deducted_tax',
    when: `old.base_net is not null and (${differs.join(' or ')})`,
    body: isSqlite(db) ? `select raise(abort, '${words}');` : `raise exception '${words}';`,
  })
}
