import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
  const [standard, reverse, own] = rates
  expect(JSON.parse(row.accounts)).toEqual({
    ...accounts,
    rates: [standard, { ...reverse, revenue_account: '8336' }, own],
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
