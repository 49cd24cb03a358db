import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/**
 * Skipped onboarding steps as a JSON list, and the sample project with its client. Existing accounts aren't
 * shown new steps.
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
