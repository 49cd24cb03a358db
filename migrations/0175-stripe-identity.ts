import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * The Stripe account and mode of the portal's keys, so that changed keys are noticed; and those that accounts connected
 * to the portal's were removed with.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table platform_settings add column stripe_identity text;
     alter table payment_accounts add column connected_to text`,
  )
