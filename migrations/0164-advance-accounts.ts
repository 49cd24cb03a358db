import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** Until the next day has begun everywhere. */
const AHEAD = 38 * 60 * 60 * 1000

/**
 * The first day of advance invoices that DATEV files show as liabilities: earlier ones may have been exported as sales,
 * and stay so. Without a day, nothing was exported before, because the file requires saved accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, 'alter table book_accounts add column advances_from text')
  const day = new Date(Date.now() + AHEAD).toISOString().slice(0, 10)
  await sql`update book_accounts set advances_from = ${day}`.execute(db)
}
