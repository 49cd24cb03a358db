import { type Kysely, sql } from 'kysely'
import { changeIndexedTable } from './search-index.ts'

export const oldestProgram = '0224-line-differences'

/** The search index forgets the name of a message's sender whose account is deleted, also those deleted earlier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeIndexedTable(db, {
    kind: 'message',
    table: 'messages',
    title: "''",
    keywords: 'new.sender_name',
    body: 'new.content',
    projectId: 'new.project_id',
    clientVisible: '1',
    hiddenWhen: 'new.deleted_at is not null',
    columns: 'content, deleted_at, sender_name',
  })
  await sql`update messages set sender_name = sender_name where sender_name = 'Deleted user'`.execute(db)
}
