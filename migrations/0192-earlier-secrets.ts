import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** The signing secret that a renewed one replaced, which signs until its receivers have the new one. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table webhooks add column earlier_secret text;
     alter table webhooks add column earlier_until text`,
  )
