import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** Earlier programs carry out the wishes that are ended here, and don't note what refunds make due again. */
export const oldestProgram = '0160-refunds-and-late-fees'

/** What refunds without a credit note made due again, and the late fees that owners waive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table invoices add column reopened bigint not null default 0;
     alter table invoices add column waived_fees text`,
  )
  await bringOver(db)
}

export async function bringOver(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ invoice_id: string; uncredited: number; due: number }>`
    select payments.invoice_id,
      sum(payments.refunded - coalesce((
        select sum(amount) from payment_refunds
        where payment_id = payments.id and status = 'succeeded'
          and (credit_note_id is not null or (payments.provider = 'manual' and reason = ${UNDONE}))), 0))
        as uncredited,
      min(total - amount_paid - amount_credited - amount_applied - amount_written_off) as due
    from payments
    join invoices on invoices.id = payments.invoice_id
    where payments.refunded > 0 and invoices.status in ('sent', 'overdue')
    group by payments.invoice_id`.execute(db)
  for (const { invoice_id, uncredited, due } of rows) {
    const reopened = Math.max(0, Math.min(Number(uncredited), Number(due)))
    await sql`update invoices set reopened = ${reopened} where id = ${invoice_id}`.execute(db)
  }
  // Credit notes requested for refunds of which nothing was owed aren't issued for later ones.
  await sql`update payment_refunds set credits = 0
    where status = 'succeeded' and credits = 1 and credit_note_id is null`.execute(db)
}

const UNDONE = 'The match with the bank statement was undone.'
