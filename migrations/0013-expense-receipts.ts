import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Receipts belong to the ledger, including the platform's, instead of a project's files; moves those stored
 * as internal files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    create table expense_receipts (
      id text primary key,
      agency_id text references agencies (id),
      expense_id text unique references expenses (id),
      name text not null,
      content_type text not null,
      size bigint not null check (size >= 0),
      sha256 text not null,
      storage_key text not null unique,
      created_at text not null
    );
    create index expense_receipts_agency on expense_receipts (agency_id);
    create index expense_receipts_unused on expense_receipts (created_at) where expense_id is null;
    insert into expense_receipts
      (id, agency_id, expense_id, name, content_type, size, sha256, storage_key, created_at)
      select files.id, files.agency_id, expenses.id, files.name, files.content_type, files.size,
        files.sha256, files.storage_key, files.created_at
      from files
      join expenses on expenses.id =
        (select min(other.id) from expenses other where other.receipt_file_id = files.id)
      where files.kind = 'attachment' and files.task_id is null and expenses.agency_id = files.agency_id;
    delete from files where id in (select id from expense_receipts);
    alter table expenses drop column receipt_file_id
    `,
  )
}
