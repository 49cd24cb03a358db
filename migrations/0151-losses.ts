import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Losses in the order of tax returns, which read them page by page beside the documents. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index ledger_entries_losses on ledger_entries (agency_id, occurred_on desc, id desc)
       where direction = 'write_off'`,
  )
