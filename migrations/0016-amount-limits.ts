import type { Kysely } from 'kysely'
import { isSqlite } from './ddl.ts'
import { createTrigger } from './triggers.ts'

const LIMITED = [
  { table: 'invoices', column: 'total' },
  { table: 'invoice_items', column: 'amount' },
  { table: 'payments', column: 'amount' },
]

/** Limits new amounts to 10^12 minor units, so that sums stay exact; existing rows don't change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const body = isSqlite(db)
    ? `select raise(abort, 'amount beyond the limit');`
    : `raise exception 'amount beyond the limit';`
  for (const { table, column } of LIMITED) {
    for (const event of ['insert', `update of ${column}`]) {
      await createTrigger(db, {
        name: `${table}_limit_on_${event.split(' ')[0]}`,
        table,
        event,
        when: `new.${column} > 1000000000000`,
        body,
      })
    }
  }
}
