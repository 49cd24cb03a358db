import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { compareRows, onForm, restOf } from '#tests/support/returns.ts'

const AT = '2026-02-10T12:00:00.000Z'
const DAY = '2026-02-10'
const EMPLOYEE = randomUUID()

interface Earlier {
  treatment: 'taxed' | 'reverse_charge'
  net: number
  tax: number
  paid: boolean
  tax_id?: string
}

/** A payout with its bill as the previous version stored them; returns its id. */
async function writeBill(
  db: Db,
  { treatment, net, tax, paid, tax_id = '12/345/67890' }: Earlier,
): Promise<string> {
  const id = randomUUID()
  const [bps, gross] = [tax === 0 ? 0 : 1900, net + tax]
  await sql`insert into payouts (agency_id, id, employee_id, description, amount, currency, status, paid_at, version,
      created_at, updated_at)
    values ('a', ${id}, ${EMPLOYEE}, 'Work', ${gross}, 'EUR', ${paid ? 'succeeded' : 'pending'}, ${paid ? AT : null}, 1,
      ${AT}, ${AT})`.execute(db)
  await sql`insert into payout_bills (agency_id, id, payout_id, employee_id, number, number_key, issued_on, currency, net,
      treatment, tax_bps, tax, tax_id, payout_amount, recorded_by, created_at)
    values ('a', ${randomUUID()}, ${id}, ${EMPLOYEE}, ${id}, ${id}, ${DAY}, 'EUR', ${net}, ${treatment}, ${bps}, ${tax},
      ${tax_id}, ${gross}, 'Ola', ${AT})`.execute(db)
  if (!paid) return id
  const entry = randomUUID()
  await sql`insert into ledger_entries (id, agency_id, direction, category, amount, currency, base_amount, tax, base_tax,
      description, payout_id, occurred_at, occurred_on)
    values (${entry}, 'a', 'expense', 'contractors', ${gross}, 'EUR', ${gross}, ${tax}, ${tax}, 'Work', ${id}, ${AT},
      ${DAY})`.execute(db)
  if (tax === 0) return id
  await sql`insert into ledger_taxes (entry_id, position, agency_id, tax_bps, tax_category, net, tax, base_net, base_tax)
    values (${entry}, 0, 'a', ${bps}, 'standard', ${net}, ${tax}, ${net}, ${tax})`.execute(db)
  return id
}

test('bills paid before the upgrade stay in returns unchanged, and those paid after it are declared', async () => {
  const waiting: string[] = []
  const db = await upgradedFrom('0142-charge-notices', async (old) => {
    await sql`update agencies set currency = 'EUR' where id = 'a'`.execute(old)
    await sql`insert into billing_profiles (agency_id, country, version, updated_at)
      values ('a', 'DE', 1, ${AT})`.execute(old)
    await sql`insert into employees (agency_id, id, name, email, role, hourly_rate, performance_score, version,
        created_at, updated_at)
      values ('a', ${EMPLOYEE}, 'Zoe', 'zoe@example.test', 'Designer', 0, 0, 1, ${AT}, ${AT})`.execute(old)
    await writeBill(old, { treatment: 'taxed', net: 100_00, tax: 19_00, paid: true })
    await writeBill(old, { treatment: 'reverse_charge', net: 40_00, tax: 0, paid: true })
    const unpaid = { treatment: 'reverse_charge', tax: 0, paid: false } as const
    waiting.push(await writeBill(old, { ...unpaid, net: 7_00 }))
    waiting.push(await writeBill(old, { ...unpaid, net: 50_00, tax_id: 'ATU12345675' }))
  })
  const agencyId = 'a' as AgencyId
  const person = { userId: 'u', name: 'Ola', email: 'u@example.test', role: 'agency_admin', agencyId }
  const owner = callerAs(db, { ...person, clientId: null, employeeId: null } as SeedMember, {
    now: new Date('2026-03-01T12:00:00.000Z'),
  })
  const asked = { kind: 'german-advance-return', from: '2026-01-01', to: '2026-03-31' } as const
  for (const basis of ['issued', 'paid'] as const) {
    const found = await owner.finance.taxReturn({ ...asked, basis })
    expect(onForm(found)).toEqual({ '66': 19_00, '83': -19_00 })
    expect(restOf(found)).toEqual({})
    expect(found.input_total).toMatchObject({ tax: 19_00 })
  }
  // Their bills state neither the rate nor, except by the VAT number, the country.
  await owner.payouts.payBatch({ ids: waiting })
  for (const basis of ['issued', 'paid'] as const) {
    const found = await owner.finance.taxReturn({ ...asked, basis })
    const owed = { '46': 50_00, '47': 9_50, '67': 9_50 }
    expect(onForm(found)).toEqual({ ...owed, '66': 19_00, '83': -19_00 })
    expect(restOf(found)).toEqual({ 'unassigned-purchases': [7_00, 1_33] })
    const behind = async (of: Parameters<typeof owner.finance.returnDocuments>[0]) =>
      (await owner.finance.returnDocuments({ ...of, limit: 20 })).items
    await compareRows({ behind }, { ...asked, basis }, found)
  }
  expect(await bookDifferencesOf(ctxFor(db, null), agencyId)).toEqual([])
})
