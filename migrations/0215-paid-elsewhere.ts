import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** Imported time for which its contributor was paid before, which is in no payout. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table time_entries add column paid_elsewhere bigint not null default 0
       check (paid_elsewhere in (0, 1))`,
  )
