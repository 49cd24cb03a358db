import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'

const AT = '2026-03-01T10:00:00.000Z'

test('saved accounts keep their numbers, except reverse charge on the accounts for § 13b', async () => {
  const rates = [
    { kind: 'standard', tax_bps: null, revenue_account: '8400' },
    { kind: 'reverse_charge', tax_bps: null, revenue_account: '8337' },
    { kind: 'reverse_charge', tax_bps: 0, revenue_account: '8339' },
  ]
  const accounts = { chart: 'skr03', bank_account: '1210', rates }
  const db = await upgradedFrom('0090-simulated-objects', async (old) => {
    await sql`insert into book_accounts (agency_id, accounts, version, updated_at)
      values ('a', ${JSON.stringify(accounts)}, 3, ${AT})`.execute(old)
  })
  const row = await db.selectFrom('book_accounts').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ version: 3, updated_at: AT })
  // Advance invoices that may have been exported as sales remain so.
  expect(Date.parse(row.advances_from ?? '')).toBeGreaterThan(Date.now())
  const [standard, reverse, own] = rates
  expect(JSON.parse(row.accounts)).toEqual({
    ...accounts,
    rates: [standard, { ...reverse, revenue_account: '8336' }, own],
  })
})

test('losses that reduced the tax of the UK return at once are not relieved later', async () => {
  const db = await upgradedFrom('0161-paused-plans', async (old) => {
    for (const id of ['lost', 'paid'])
      await sql`insert into invoices (id, payer_agency_id, issuer, issuer_name, kind, title, currency, discount_type,
          discount_value, subtotal, discount, tax, total, amount_paid, amount_credited, status, due_on, version,
          created_by, created_at, updated_at)
        values (${id}, 'a', 'platform', 'Foyer', 'invoice', 'Work', 'USD', 'none', 0, 100, 0, 0, 100, 0, 0, 'draft',
          '2026-04-01', 1, 'u', ${AT}, ${AT})`.execute(old)
    await sql`insert into ledger_entries (id, agency_id, direction, category, amount, currency, base_amount, description,
        invoice_id, occurred_at, occurred_on)
      values ('l', 'a', 'write_off', 'bad_debts', 100, 'USD', 100, '', 'lost', ${AT}, '2026-03-01')`.execute(
      old,
    )
  })
  const rows = await db.selectFrom('invoices').select(['id', 'loss_at_once']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 'lost', loss_at_once: 1 },
    { id: 'paid', loss_at_once: 0 },
  ])
})

test("recorded time gets the days of its agency's time zone, also across clock changes", async () => {
  const starts = {
    late: '2026-03-08T04:30:00.000Z',
    changing: '2026-03-09T03:59:59.999Z',
    next: '2026-03-09T04:00:00.000Z',
    winter: '2026-11-02T04:59:00.000Z',
    private: '2026-03-09T03:00:00.000Z',
  }
  const db = await upgradedFrom('0174-linked-contacts', async (old) => {
    await sql`update agencies set timezone = 'America/New_York'`.execute(old)
    for (const [id, at] of Object.entries(starts)) {
      await sql`insert into time_entries (id, agency_id, user_id, session_id, kind, started_at, ended_at, paused,
          duration_seconds, billable, billing_rate, cost_rate, version, created_at, updated_at)
        values (${id}, ${id === 'private' ? null : 'a'}, 'u', ${id}, 'interval', ${at}, ${at}, 0, 0, 1, 0, 0, 1,
          ${at}, ${at})`.execute(old)
    }
  })
  const rows = await db.selectFrom('time_entries').select(['id', 'worked_on']).execute()
  expect(Object.fromEntries(rows.map(({ id, worked_on }) => [id, worked_on]))).toEqual({
    late: '2026-03-07',
    changing: '2026-03-08',
    next: '2026-03-09',
    winter: '2026-11-01',
    private: '2026-03-09',
  })
})

test('days with exchange differences are recounted, others keep their totals', async () => {
  const entry = (id: string, category: string, day: string) =>
    sql`insert into ledger_entries (id, agency_id, direction, category, amount, currency, base_amount, description,
        occurred_at, occurred_on)
      values (${id}, 'a', 'income', ${category}, 100, 'USD', 100, '', ${AT}, ${day})`
  const db = await upgradedFrom('0090-simulated-objects', async (old) => {
    await entry('e1', 'exchange_differences', '2026-03-01').execute(old)
    await entry('e2', 'quick_pay', '2026-03-02').execute(old)
    await sql`update tax_days set counted = changes`.execute(old)
  })
  const days = await db.selectFrom('tax_days').selectAll().orderBy('day').execute()
  expect(days.map(({ day, changes, counted }) => [day, changes > counted])).toEqual([
    ['2026-03-01', true],
    ['2026-03-02', false],
  ])
})

test('entries of paid hours are distinguished from other payouts, even if reversed or corrected', async () => {
  const entry = (id: string, description: string, rest: { payout?: string; reverses?: string } = {}) =>
    sql`insert into ledger_entries (id, agency_id, direction, category, amount, currency, base_amount, description,
        payout_id, reverses_id, occurred_at, occurred_on)
      values (${id}, 'a', 'expense', 'contractors', ${rest.reverses === undefined ? 100 : -100}, 'USD', 100,
        ${description}, ${rest.payout ?? null}, ${rest.reverses ?? null}, ${AT}, '2026-03-01')`
  const db = await upgradedFrom('0157-more-letters', async (old) => {
    await sql`insert into employees (id, agency_id, name, email, role, hourly_rate, performance_score, version, created_at, updated_at)
      values ('e', 'a', 'Emma', 'e@example.test', 'developer', 4500, 90, 1, ${AT}, ${AT})`.execute(old)
    for (const id of ['hours', 'bonus']) {
      await sql`insert into payouts (id, agency_id, employee_id, description, amount, currency, status, version, created_at, updated_at)
        values (${id}, 'a', 'e', ${id}, 100, 'USD', 'succeeded', 1, ${AT}, ${AT})`.execute(old)
    }
    await sql`insert into time_entries (id, agency_id, user_id, employee_id, session_id, payout_id, kind, note, started_at,
        ended_at, duration_seconds, billable, billing_rate, cost_rate, paused, version, created_at, updated_at)
      values ('t', 'a', 'u', 'e', 's', 'hours', 'duration', '', ${AT}, ${AT}, 3600, 1, 0, 4500, 0, 1, ${AT}, ${AT})`.execute(
      old,
    )
    await entry('1', 'hours', { payout: 'hours' }).execute(old)
    await entry('2', 'bonus', { payout: 'bonus' }).execute(old)
    await entry('3', 'Approved hours').execute(old)
    await entry('4', 'Reversed: Approved hours', { reverses: '3' }).execute(old)
    await entry('5', 'Tax changed: hours').execute(old)
    await entry('6', 'Tax changed: bonus').execute(old)
    for (const [entryId, payoutId] of [
      ['5', 'hours'],
      ['6', 'bonus'],
    ]) {
      await sql`insert into payout_tax_changes (agency_id, entry_id, payout_id)
        values ('a', ${entryId}, ${payoutId})`.execute(old)
    }
  })
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['id', 'hours_payout_id'])
    .orderBy('id')
    .execute()
  expect(entries.map((row) => row.hours_payout_id)).toEqual(['hours', null, '3', '3', 'hours', null])
})

test('matches of bank lines name the exchange difference that is still booked', async () => {
  const add = async (old: Db, table: string, row: Record<string, string | number>) => {
    const columns = Object.keys(row).map((name) => sql.ref(name))
    const values = Object.values(row).map((value) => sql`${value}`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(
      old,
    )
  }
  const [own, at] = [{ agency_id: 'a' }, { created_at: AT, updated_at: AT }]
  const entry = { ...own, direction: 'income', amount: 5, currency: 'USD', base_amount: 5, description: '' }
  const payment = { ...own, ...at, payee: 'agency', purpose: 'invoice', amount: 9, currency: 'EUR' }
  const line = { ...own, ...at, account_id: 'b', statement_id: 's', booked_on: '2026-03-01', amount: 9 }
  const texts = { party_name: '', party_iban: '', reference: '', end_to_end_id: '', bank_ref: '', text: '' }
  const db = await upgradedFrom('0223-client-since', async (old) => {
    await add(old, 'bank_accounts', {
      ...own,
      ...at,
      id: 'b',
      name: '',
      number: '1',
      currency: 'USD',
      version: 1,
    })
    await add(old, 'bank_statements', {
      ...{ ...own, id: 's', account_id: 'b', file_name: '', file_hash: '', position: 0, format: 'camt' },
      ...{ reference: '', from_on: '2026-03-01', to_on: '2026-03-01', line_count: 3, created_at: AT },
    })
    for (const id of ['gain', 'undone', 'none']) {
      await add(old, 'payments', {
        ...{ ...payment, id, method: 'bank', payer_name: '', status: 'succeeded', description: '' },
        ...{ provider: 'manual', idempotency_key: id },
      })
      await add(old, 'bank_lines', {
        ...{ ...line, ...texts, id, identity: id, position: 0, charges: 0, currency: 'USD' },
        ...{ status: 'matched', version: 1 },
      })
      await add(old, 'bank_matches', {
        ...{ ...own, id, line_id: id, position: 0, kind: 'invoice', amount: 9, booked: 1, payment_id: id },
        created_at: AT,
      })
      await add(old, 'ledger_entries', {
        ...{ ...entry, id: `${id} paid`, payment_id: id, category: 'invoices' },
        ...{ occurred_at: AT, occurred_on: '2026-03-01' },
      })
    }
    const booked = { ...entry, category: 'exchange_differences', occurred_at: AT, occurred_on: '2026-03-01' }
    await add(old, 'ledger_entries', { ...booked, id: 'g', payment_id: 'gain' })
    await add(old, 'ledger_entries', { ...booked, id: 'u', payment_id: 'undone' })
    await add(old, 'ledger_entries', {
      ...booked,
      id: 'r',
      payment_id: 'undone',
      reverses_id: 'u',
      amount: -5,
    })
  })
  const matches = await db.selectFrom('bank_matches').select(['id', 'difference_id']).orderBy('id').execute()
  expect(matches).toEqual([
    { id: 'gain', difference_id: 'g' },
    { id: 'none', difference_id: null },
    { id: 'undone', difference_id: null },
  ])
})
