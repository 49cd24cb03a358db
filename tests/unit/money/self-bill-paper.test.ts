import { expect, test } from 'vitest'
import type { Party } from '#shared/identity/letterhead/parties.ts'
import {
  type SelfBillPaper,
  selfBillColumns,
  selfBillFacts,
  selfBillNotes,
  selfBillRows,
  selfBillSums,
  selfBillTitle,
} from '#shared/money/self-bill-paper.ts'
import { suggestedPrefix } from '#shared/money/self-billing.ts'

const party = (name: string, country: string): Party => ({
  ...{ name, company: null, address: null, postal_code: null, city: null, region: null, country },
  ...{ tax_id: null, registration_number: null, electronic_address: null, buyer_reference: null },
  ...{ email: null, phone: null },
})

const paperFrom = (country: string, rest: Partial<SelfBillPaper> = {}): SelfBillPaper => ({
  ...{ number: 'SB-ZOE-0001', issued_on: '2026-03-04', currency: 'EUR' },
  supplier: party('Zoë', country),
  customer: party('Lumen', 'DE'),
  ...{ supply_from: null, supply_to: null, includes_tax: false },
  lines: [{ description: 'Website', seconds: null, rate: null, amount: 10_000 }],
  treatment: 'taxed',
  tax_bps: 1900,
  net: 10_000,
  tax: 1900,
  agreed_on: '2026-01-02',
  cancels: null,
  ...rest,
})

test('the document is called a Gutschrift where the law requires that word', () => {
  for (const [country, title] of [
    ['DE', 'Gutschrift (self-billing invoice)'],
    ['AT', 'Gutschrift (self-billing invoice)'],
    ['US', 'Self-billing invoice'],
    ['GB', 'Self-billing invoice'],
  ] as const) {
    expect(selfBillTitle(paperFrom(country))).toBe(title)
  }
})

test('it states why there is no tax, and who owes it', () => {
  const untaxed = (country: string, treatment: 'reverse_charge' | 'small_business') =>
    selfBillNotes(paperFrom(country, { treatment, tax_bps: 0, tax: 0 }))[0]
  expect(untaxed('DE', 'reverse_charge')).toMatch(/^Steuerschuldnerschaft des Leistungsempfängers/)
  expect(untaxed('FR', 'reverse_charge')).toContain('Art. 196')
  expect(untaxed('CH', 'reverse_charge')).toBe('Reverse charge: the recipient accounts for the tax.')
  expect(untaxed('DE', 'small_business')).toContain('§ 19 UStG')
  expect(untaxed('US', 'small_business')).toBe('No tax is charged: the supplier is a small business.')
  expect(selfBillNotes(paperFrom('GB'))[0]).toContain('due to HMRC')
  expect(selfBillNotes(paperFrom('US'))).toEqual([
    'Issued by Lumen in the name of Zoë, as agreed on Jan 02, 2026.',
  ])
})

test('hours show their rate and period; the total has the tax added or included', () => {
  const hours = paperFrom('DE', {
    ...{ supply_from: '2026-02-02', supply_to: '2026-02-06' },
    lines: [
      { description: 'Portal', seconds: 9000, rate: 4000, amount: 10_000 },
      { description: 'Rounding', seconds: null, rate: null, amount: 1 },
    ],
  })
  expect(selfBillColumns(hours)).toEqual(['Description', 'Hours', 'Rate', 'Amount'])
  expect(selfBillRows(hours)).toEqual([
    ['Portal', '2 h 30 min', '€40.00', '€100.00'],
    ['Rounding', '', '', '€0.01'],
  ])
  expect(selfBillFacts(hours).map(([label]) => label)).toEqual(['Number', 'Issue date', 'Supply period'])
  expect(selfBillFacts(paperFrom('DE')).at(-1)).toEqual(['Supply date', 'As issue date'])
  expect(selfBillSums(paperFrom('DE'))).toEqual([
    ['Net amount', '€100.00'],
    ['Tax 19% on €100.00', '€19.00'],
    ['Total', '€119.00 EUR'],
  ])
  expect(selfBillSums(paperFrom('DE', { includes_tax: true }))[0]).toEqual([
    'Including Tax 19% on €100.00',
    '€19.00',
  ])
})

test('a prefix is suggested from the letters of any name', () => {
  expect(suggestedPrefix('Zoë Müller')).toBe('SB-ZOE-MULLER-')
  expect(suggestedPrefix('王伟')).toBe('SB-')
  expect(suggestedPrefix('A-very-long-name of somebody')).toMatch(/^SB-[A-Z-]{1,20}[A-Z]-$/)
})
