import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'
import { createTrigger, dropTrigger } from './triggers.ts'

export const oldestProgram = '0178-worked-days'

/** What a client has paid, and when last: money that was received, not credit that was granted or applied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `drop index ledger_entries_received;
     create index ledger_entries_received on ledger_entries
       (agency_id, client_id, direction, occurred_on, base_amount, base_tax, category);
     create index ledger_entries_payments on ledger_entries (agency_id, client_id, occurred_on)
       where ${isPayment('ledger_entries')}`,
  )
  await tallyPayments(db)
  await bringOver(db)
}

export async function bringOver(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`update client_tallies set last_payment_on = ${lastPayment('client_tallies')}`).execute(db)
}

const isPayment = (row: string) =>
  `${row}.payment_id is not null and ${row}.amount > 0 and ${row}.direction in ('income', 'liability')`

const lastPayment = (row: string) => `(
  select coalesce(max(ledger_entries.occurred_on), '') from ledger_entries
  where ledger_entries.agency_id = ${row}.agency_id and ledger_entries.client_id = ${row}.client_id
    and ${isPayment('ledger_entries')})`

async function tallyPayments(db: Kysely<unknown>): Promise<void> {
  const table = 'ledger_entries'
  for (const name of ['added', 'removed', 'left', 'joined']) {
    await dropTrigger(db, { name: `ledger_client_${name}`, table })
  }
  const tell = (row: string, day: string) =>
    `update client_tallies set last_payment_on = ${day}
     where agency_id = ${row}.agency_id and client_id = ${row}.client_id;`
  const again = (row: string) => tell(row, lastPayment(row))
  const counts = (row: string) => `${row}.client_id is not null and ${isPayment(row)}`
  const added = 'case when last_payment_on < new.occurred_on then new.occurred_on else last_payment_on end'
  const event = 'update of occurred_on, direction, amount, payment_id, client_id'
  for (const trigger of [
    { name: 'ledger_client_added', event: 'insert', when: counts('new'), body: tell('new', added) },
    { name: 'ledger_client_removed', event: 'delete', when: counts('old'), body: again('old') },
    { name: 'ledger_client_left', event, when: counts('old'), body: again('old') },
    { name: 'ledger_client_joined', event, when: counts('new'), body: again('new') },
  ]) {
    await createTrigger(db, { ...trigger, table })
  }
}
