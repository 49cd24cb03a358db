import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** When a payout was last made pending again: bank lines up to that day are of the transfer that failed. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table payouts add column reopened_on text')
