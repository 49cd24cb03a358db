import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Vouchers and transfers at the provider, which wait days for the payer. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table payments add column waiting_since text;
     alter table payments add column waiting_until text;
     alter table payments add column instructions_url text`,
  )
