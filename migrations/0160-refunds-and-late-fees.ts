import { type Kysely, sql } from 'kysely'

/** Earlier programs carry out the wishes that are ended here. */
export const oldestProgram = '0160-refunds-and-late-fees'

export const up = (db: Kysely<unknown>): Promise<void> => bringOver(db)

/** Credit notes requested for earlier refunds of which nothing was owed aren't issued for later ones. */
export async function bringOver(db: Kysely<unknown>): Promise<void> {
  await sql`update payment_refunds set credits = 0
    where status = 'succeeded' and credits = 1 and credit_note_id is null`.execute(db)
}
