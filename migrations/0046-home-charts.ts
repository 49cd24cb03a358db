import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** Indexes for dashboard charts, and views shared with a team. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index tasks_completed on tasks (agency_id, completed_at) where completed_at is not null;
     alter table saved_views add column shared bigint not null default 0 check (shared in (0, 1));
     create index saved_views_shared on saved_views (agency_id, list) where shared = 1`,
  )
