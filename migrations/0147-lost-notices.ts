import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * Failed emails that announced a charge, which are few among those that failed. The status comes first, so that SQLite
 * prefers this index to the one by status.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index mail_outbox_lost on mail_outbox (status, notice_of, notice_on, created_at)
       where status = 'failed' and notice_on is not null`,
  )
