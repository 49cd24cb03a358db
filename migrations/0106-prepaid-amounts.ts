import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** The amount that a document shows as paid before it was sent; earlier documents were printed without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table invoices add column prepaid bigint not null default 0')
}
