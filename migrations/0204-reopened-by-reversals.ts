import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** What a payment settled of an amount that refunds had made due, so that reversing it leaves that uncollected. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table payments add column settled_reopened bigint not null default 0')
