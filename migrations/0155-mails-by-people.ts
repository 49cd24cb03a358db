import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Whether a person sends the email, so that out-of-office replies to it are allowed. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table mail_outbox add column by_person bigint not null default 0 check (by_person in (0, 1))`,
  )
