import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** When the link in an email expires; the email isn't sent after that. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table mail_outbox add column not_after text')
