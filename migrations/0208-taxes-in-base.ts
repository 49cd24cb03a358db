import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** The tax of a document in its issuer's currency; those sent before keep the amount that they show. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table invoices add column base_tax bigint')
