import { type Kysely, sql } from 'kysely'
import { createTrigger } from './triggers.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * A loss changes the tax report of its day, so triggers mark that day, too. Days with exchange differences are
 * recounted without them. Reverse charge moves from the accounts for § 13b to those for services in the EU.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await markLosses(db)
  const days = `select distinct agency_id, occurred_on from ledger_entries
    where category = 'exchange_differences' and agency_id in (select id from agencies)`
  await sql
    .raw(
      `insert into tax_days (agency_id, day, changes, counted)
       select agency_id, occurred_on, 1, 0 from (${days}) as written where true
       on conflict (agency_id, day) do update set changes = tax_days.changes + 1`,
    )
    .execute(db)
  await sql.raw(`delete from tax_tallies where (agency_id, day) in (${days})`).execute(db)
  await moveReverseCharge(db)
}

async function markLosses(db: Kysely<unknown>): Promise<void> {
  const table = 'ledger_entries'
  const ofLoss = (row: string) => `${row}.agency_id is not null and ${row}.direction = 'write_off'`
  const open = (row: string) => `
    insert into tax_days (agency_id, day, changes, counted)
      select id, ${row}.occurred_on, 1, 0 from agencies where id = ${row}.agency_id
      on conflict (agency_id, day) do update set changes = tax_days.changes + 1;
    delete from tax_tallies where agency_id = ${row}.agency_id and day = ${row}.occurred_on;`
  const update = 'update of amount, currency, base_amount, base_tax, occurred_on'
  for (const [name, event, row] of [
    ['added', 'insert', 'new'],
    ['removed', 'delete', 'old'],
    ['left', update, 'old'],
    ['joined', update, 'new'],
  ] as const) {
    await createTrigger(db, {
      name: `ledger_loss_day_${name}`,
      table,
      event,
      when: ofLoss(row),
      body: open(row),
    })
  }
}

const DOMESTIC: Record<string, string> = { 8337: '8336', 4337: '4336' }

interface Accounts {
  rates?: { kind: string; revenue_account: string }[]
}

async function moveReverseCharge(db: Kysely<unknown>): Promise<void> {
  const rows = await sql<{ agency_id: string; accounts: string }>`
    select agency_id, accounts from book_accounts`.execute(db)
  for (const { agency_id, accounts } of rows.rows) {
    const stored: Accounts = JSON.parse(accounts)
    const rates = stored.rates?.map((rate) =>
      rate.kind === 'reverse_charge'
        ? { ...rate, revenue_account: DOMESTIC[rate.revenue_account] ?? rate.revenue_account }
        : rate,
    )
    if (rates === undefined) continue
    const text = JSON.stringify({ ...stored, rates })
    await sql`update book_accounts set accounts = ${text} where agency_id = ${agency_id}`.execute(db)
  }
}
