import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** What a payment recovered of a written-off amount, so that refunding it writes that off again. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table payments add column recovered bigint not null default 0')
