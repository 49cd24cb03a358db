import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** The index for invoices that refer to a project only on their lines. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'create index invoice_items_project on invoice_items (project_id) where project_id is not null')
