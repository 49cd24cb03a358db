import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Where an agency rounds tax; null is the usual method for its currency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table billing_profiles add column tax_rounding text check (tax_rounding in ('line', 'document'))`,
  )
}
