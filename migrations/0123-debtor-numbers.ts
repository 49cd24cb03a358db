import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'
import { createTrigger } from './triggers.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * Each client's account number in bookkeeping programs, assigned once and never reused. Existing clients get those of
 * earlier DATEV files, which counted clients by creation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table clients add column debtor_number bigint check (debtor_number > 0);
     alter table agencies add column debtor_count bigint not null default 0 check (debtor_count >= 0);
     update clients set debtor_number = (
       select count(*) from clients as earlier
       where earlier.agency_id = clients.agency_id
         and (earlier.created_at < clients.created_at
           or (earlier.created_at = clients.created_at and earlier.id <= clients.id))
     );
     update agencies set debtor_count = (select count(*) from clients where clients.agency_id = agencies.id);
     create unique index clients_debtor_number on clients (agency_id, debtor_number);`,
  )
  await createTrigger(db, {
    name: 'clients_number_debtor',
    table: 'clients',
    event: 'insert',
    when: 'new.debtor_number is null',
    body: `
      update agencies set debtor_count = debtor_count + 1 where id = new.agency_id;
      update clients set debtor_number = (select debtor_count from agencies where id = new.agency_id)
        where agency_id = new.agency_id and id = new.id;`,
  })
}
