import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'
import { createTrigger, dropTrigger } from './triggers.ts'

export const oldestProgram = '0178-worked-days'

/** Payments that were recorded by mistake and reversed, which were neither refunded nor received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table payments add column reversed bigint not null default 0;
     alter table payment_refunds add column reverses bigint not null default 0`,
  )
  await tallyPayments(db)
  await bringOver(db)
}

/** Only reversals have these reasons without anyone entering them. */
export async function bringOver(db: Kysely<unknown>): Promise<void> {
  await sql`update payment_refunds set reverses = 1
    where status = 'succeeded' and credits = 0
      and reason in ('The payment was recorded by mistake.', 'The match with the bank statement was undone.')
      and payment_id in (select id from payments where provider = 'manual')`.execute(db)
  await sql`update payments set reversed = (
      select sum(amount) from payment_refunds
      where payment_refunds.payment_id = payments.id and payment_refunds.reverses = 1)
    where id in (select payment_id from payment_refunds where reverses = 1)`.execute(db)
}

const isPayment = (row: string) =>
  `${row}.payment_id is not null and ${row}.amount > 0 and ${row}.direction in ('income', 'liability')`

const lastPayment = (row: string) => `(
  select coalesce(max(ledger_entries.occurred_on), '') from ledger_entries
  where ledger_entries.agency_id = ${row}.agency_id and ledger_entries.client_id = ${row}.client_id
    and ${isPayment('ledger_entries')}
    and coalesce((select reversed from payments where payments.id = ledger_entries.payment_id), 0) = 0)`

const recount = (row: string) =>
  `update client_tallies set last_payment_on = ${lastPayment(row)}
   where agency_id = ${row}.agency_id and client_id = ${row}.client_id;`

async function tallyPayments(db: Kysely<unknown>): Promise<void> {
  const table = 'ledger_entries'
  for (const name of ['removed', 'left', 'joined']) {
    await dropTrigger(db, { name: `ledger_client_${name}`, table })
  }
  const counts = (row: string) => `${row}.client_id is not null and ${isPayment(row)}`
  const event = 'update of occurred_on, direction, amount, payment_id, client_id'
  for (const trigger of [
    { name: 'ledger_client_removed', event: 'delete', when: counts('old'), body: recount('old') },
    { name: 'ledger_client_left', event, when: counts('old'), body: recount('old') },
    { name: 'ledger_client_joined', event, when: counts('new'), body: recount('new') },
  ]) {
    await createTrigger(db, { ...trigger, table })
  }
  await createTrigger(db, {
    name: 'payment_client_reversed',
    table: 'payments',
    event: 'update of reversed',
    when: 'old.reversed <> new.reversed and new.client_id is not null',
    body: recount('new'),
  })
}
