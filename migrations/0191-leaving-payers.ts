import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Whose card must no longer pay for a plan, until its renewal has been ended. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table agency_subscriptions add column leaving_payer_id text references users (id) on delete set null;
     create index agency_subscriptions_leaving_payer on agency_subscriptions (leaving_payer_id)
       where leaving_payer_id is not null`,
  )
