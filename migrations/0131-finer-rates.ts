import { type Kysely, sql } from 'kysely'
import { ddl, isSqlite } from './ddl.ts'

/** Earlier programs read only whole basis points and minor units. */
export const oldestProgram = '0131-finer-rates'

const RATE = 'not null default 0 check (finer between 0 and 10000)'
const OPTIONAL_RATE = 'check (finer between 0 and 10000)'
const PRICE = 'not null default 0 check (finer >= 0)'

/** Tax rates in basis points, and unit prices in minor units. */
const COLUMNS = [
  ['tax_rates', 'bps', RATE],
  ['invoice_items', 'tax_bps', RATE],
  ['invoice_items', 'rate', PRICE],
  ['products', 'rate', PRICE],
  ['tax_tallies', 'tax_bps', RATE],
  ['payout_bills', 'tax_bps', RATE],
  ['expenses', 'tax_bps', OPTIONAL_RATE],
  ['self_billing_agreements', 'tax_bps', OPTIONAL_RATE],
] as const

/** Integer columns get decimals: 887.5 basis points are 8.875 %, and 16.48 cents are a unit price of 0.1648. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, rule] of COLUMNS) await refine(db, table, column, rule)
  await withoutTrigger(db, 'ledger_taxes', 'ledger_taxes_kept', () =>
    refine(db, 'ledger_taxes', 'tax_bps', RATE),
  )
}

const refine = (db: Kysely<unknown>, table: string, column: string, rule: string): Promise<void> =>
  ddl(
    db,
    `alter table ${table} add column finer double precision ${rule};
     update ${table} set finer = ${column};
     alter table ${table} drop column ${column};
     alter table ${table} rename column finer to ${column}`,
  )

/** A column in a trigger's condition can't be dropped. */
async function withoutTrigger(
  db: Kysely<unknown>,
  table: string,
  name: string,
  change: () => Promise<void>,
): Promise<void> {
  const { rows } = isSqlite(db)
    ? await sql<{
        definition: string
      }>`select sql as definition from sqlite_master where name = ${name}`.execute(db)
    : await sql<{ definition: string }>`
        select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = ${name}`.execute(db)
  await sql.raw(`drop trigger ${name}${isSqlite(db) ? '' : ` on ${table}`}`).execute(db)
  await change()
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}
