import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** The part of the credit deducted at sending that the agency granted; documents sent earlier deduct none. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table invoices add column prepaid_granted bigint not null default 0')
