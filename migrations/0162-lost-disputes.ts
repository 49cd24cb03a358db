import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Earlier programs would count what was lost as received again. */
export const oldestProgram = '0162-lost-disputes'

/** What counts as refunded because a dispute was lost; disputes lost earlier stay an expense. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table payment_disputes add column lost bigint not null default 0;
     alter table payment_disputes add column lost_booked bigint not null default 0`,
  )
