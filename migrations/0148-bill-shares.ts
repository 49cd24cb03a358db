import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Earlier programs book bills as if all of their tax were deductible. */
export const oldestProgram = '0148-bill-shares'

/** The deductible share of the tax of a contributor's bill, or of the tax owed for it. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    'alter table payout_bills add column deductible_bps double precision check (deductible_bps between 0 and 10000)',
  )
