import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0222-clockify'

/** Since when a project is for its present client, if it had another one. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table projects add column client_since text')
