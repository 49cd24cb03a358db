import type { Kysely } from 'kysely'
import { changeCheck, ddl, isSqlite } from './ddl.ts'

/** Earlier ones don't know the source. */
export const oldestProgram = '0222-clockify'

const EARLIER = "('trello', 'asana', 'toggl', 'harvest')"
const SOURCES = "('trello', 'asana', 'toggl', 'clockify', 'harvest')"

/** Imports from Clockify. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isSqlite(db)) {
    await ddl(
      db,
      `alter table imports drop constraint imports_source_check;
       alter table imports add constraint imports_source_check check (source in ${SOURCES})`,
    )
    return
  }
  await changeCheck(db, { table: 'imports', from: EARLIER, to: SOURCES, referring: 'import_items' })
}
