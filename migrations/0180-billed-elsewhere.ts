import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** Imported time that was billed before, which uses its project's budget although it isn't billable here. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table time_entries add column billed_elsewhere bigint not null default 0
       check (billed_elsewhere in (0, 1))`,
  )
