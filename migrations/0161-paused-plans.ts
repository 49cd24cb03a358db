import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Whether a plan ends with its period only because its agency was suspended; unknown for earlier ones. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table agency_subscriptions add column ended_by_suspension bigint not null default 0
       check (ended_by_suspension in (0, 1))`,
  )
