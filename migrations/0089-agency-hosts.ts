import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0075-comment-attachments'

/** An agency's custom host name, on any installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table agencies add column host text;
     create unique index agencies_host on agencies (host)`,
  )
}
