import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** What the time of withdrawn documents was billed or paid for, which the time itself no longer says. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create table released_time (
       agency_id text not null references agencies (id),
       id text primary key,
       project_id text,
       invoice_id text,
       invoice_line_id text,
       payout_id text,
       seconds bigint not null,
       value bigint not null,
       cost bigint not null,
       foreign key (agency_id, project_id) references projects (agency_id, id)
     );
     create index released_time_project on released_time (agency_id, project_id);
     create index released_time_invoice on released_time (agency_id, invoice_id) where invoice_id is not null;
     create index released_time_payout on released_time (agency_id, payout_id) where payout_id is not null`,
  )
