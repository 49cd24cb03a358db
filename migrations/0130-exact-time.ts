import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** The exact time that a line bills; its quantity is only for display. Earlier lines have their amounts. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table invoice_items add column seconds bigint check (seconds > 0)')
