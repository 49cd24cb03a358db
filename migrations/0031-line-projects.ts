import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Projects of invoice lines, which may differ from the invoice's, to attribute income. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table invoice_items add column project_id text')
