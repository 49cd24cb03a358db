import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

/** A line may be for another project than its invoice, so that what is paid is income of that project. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table invoice_items add column project_id text')
