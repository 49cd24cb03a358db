import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** What an email depends on, as JSON; it is checked again on delivery. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table mail_outbox add column reason text')
