import type { Kysely } from 'kysely'
import { changeCheck, ddl, isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/** Earlier programs reverse entries without the tax that the agency owes for them. */
export const oldestProgram = '0144-bill-treatments'

/** The country of contributors' bills, how they are taxed, and the tax that the agency owes for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await allowTreatments(db)
  const kept = ['purchase', 'supplier_country', 'owed_bps', 'owed_tax']
  await ddl(
    db,
    `alter table payout_bills add column country text;
     alter table payout_bills add column owed_bps double precision check (owed_bps between 0 and 10000);
     alter table ledger_taxes add column purchase text check (purchase in ('reverse_charge', 'import', 'exempt'));
     alter table ledger_taxes add column supplier_country text;
     alter table ledger_taxes add column owed_bps double precision check (owed_bps between 0 and 10000);
     alter table ledger_taxes add column owed_tax bigint;
     create index ledger_taxes_purchases on ledger_taxes (agency_id, entry_id) where purchase is not null`,
  )
  const words = 'entries of the ledger are never changed, only reversed'
  const differs = kept.map((column) => `old.${column} is distinct from new.${column}`)
  await createTrigger(db, {
    name: 'ledger_taxes_purchases_kept',
    table: 'ledger_taxes',
    event: `update of ${kept.join(', ')}`,
    when: `old.base_net is not null and (${differs.join(' or ')})`,
    body: isSqlite(db) ? `select raise(abort, '${words}');` : `raise exception '${words}';`,
  })
}

const EARLIER = "('taxed', 'reverse_charge', 'small_business')"
const TREATMENTS = "('taxed', 'reverse_charge', 'import', 'exempt', 'small_business')"

async function allowTreatments(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await ddl(
      db,
      `alter table payout_bills drop constraint payout_bills_treatment_check;
       alter table payout_bills add constraint payout_bills_treatment_check check (treatment in ${TREATMENTS})`,
    )
    return
  }
  await changeCheck(db, {
    table: 'payout_bills',
    from: EARLIER,
    to: TREATMENTS,
    referring: 'payout_bill_files',
  })
}
