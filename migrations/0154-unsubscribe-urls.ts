import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Emails name the address at which mail programs unsubscribe their reader. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, `alter table mail_outbox add column unsubscribe_url text`)
