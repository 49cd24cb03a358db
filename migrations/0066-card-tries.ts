import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Card attempts by the form they came from, so that lost attempts can be refunded and repeated submissions
 * count once.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table card_tries (
       request_key text primary key,
       status text not null check (status in ('open', 'declined')),
       counted text not null,
       began_at text not null
     );
     create index card_tries_began on card_tries (began_at)`,
  )
