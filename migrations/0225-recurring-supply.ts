import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0224-line-differences'

/** The period of supply that a recurring invoice states; null states none, as before. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table recurring_invoices add column supply_period text')
