import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'
import { createTrigger } from './triggers.ts'

/** An agency's storage use in bytes, maintained by triggers on all tables that refer to files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    alter table agencies add column storage_used bigint not null default 0 check (storage_used >= 0);
    alter table pictures add column size bigint not null default 0 check (size >= 0);
    `,
  )
  await sql`update agencies set storage_used =
    (select coalesce(sum(size), 0) from files where files.agency_id = agencies.id) +
    (select coalesce(sum(size), 0) from expense_receipts where expense_receipts.agency_id = agencies.id)
  `.execute(db)
  const add = 'update agencies set storage_used = storage_used + new.size where id = new.agency_id;'
  const take = 'update agencies set storage_used = storage_used - old.size where id = old.agency_id;'
  for (const table of ['files', 'expense_receipts', 'pictures']) {
    const count = (name: string, event: string, body: string) =>
      createTrigger(db, { name: `${table}_storage_on_${name}`, table, event, body })
    await count('insert', 'insert', add)
    await count('delete', 'delete', take)
    await count('update', 'update of size, agency_id', `${take} ${add}`)
  }
}
