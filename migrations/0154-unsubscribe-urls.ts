import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** The URL at which email programs unsubscribe the recipient. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, `alter table mail_outbox add column unsubscribe_url text`)
