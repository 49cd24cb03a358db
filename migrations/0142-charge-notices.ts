import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** The day and amount of a charge that a notice announces; earlier notices announced the due date. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table invoice_reminders add column charge_on text;
     alter table invoice_reminders add column charge_amount bigint`,
  )
