import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** What a document says was paid before it was sent; earlier documents were printed without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table invoices add column prepaid bigint not null default 0')
}
