import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * What somebody leaves out of their first steps, as a JSON list, and the agency's sample project with its client.
 * Whoever has an account already is not asked for steps that are new.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table profiles add column skipped_steps text not null default '[]';
     update profiles set skipped_steps = '["brand","invoicing","get_paid","picture","time","week","message","card"]';
     alter table clients add column sample bigint not null default 0 check (sample in (0, 1));
     alter table projects add column sample bigint not null default 0 check (sample in (0, 1));
     create unique index projects_sample on projects (agency_id) where sample = 1`,
  )
