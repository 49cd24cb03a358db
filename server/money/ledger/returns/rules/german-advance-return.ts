import { percentOf } from '#shared/base/amounts/money.ts'
import { type Place, whereabouts } from '#shared/money/ledger/places.ts'
import type { TaxRate } from '#shared/money/ledger/tax-report.ts'
import { isCharged } from '#shared/money/ledger/taxes.ts'
import { type ReturnForm, UNASSIGNED, UNASSIGNED_INPUT } from './form.ts'

/** § 12 (1) and (2) UStG, and the lower rates of the second half of 2020 (§ 28 UStG). */
const STANDARD = 1900
const REDUCED = 700
const OF_2020 = [1600, 500]

/** Taxed in another country, for instance in the OSS return. */
const ABROAD = 'abroad'

/** The form according to § 18 (1) UStG; the numbers are its Kennzahlen. */
export const GERMAN_ADVANCE_RETURN: ReturnForm = {
  currency: 'EUR',
  output,
  input: ({ tax_bps }) => ([STANDARD, REDUCED, ...OF_2020].includes(tax_bps) ? 'input' : UNASSIGNED_INPUT),
  boxes: [
    base('81', 'Taxable sales at 19%'),
    {
      ...tax('81-tax', null, 'Tax on 81 at 19%', '81'),
      onForm: (box) => percentOf(box('81'), STANDARD),
    },
    base('86', 'Taxable sales at 7%'),
    { ...tax('86-tax', null, 'Tax on 86 at 7%', '86'), onForm: (box) => percentOf(box('86'), REDUCED) },
    base('87', 'Taxable sales at 0% (§ 12 (3) UStG)'),
    base('35', 'Taxable sales at other rates'),
    tax('36', '36', 'Tax on 35', '35'),
    base('21', 'Services to businesses in the EU (§ 18b UStG)'),
    base('43', 'Exports and other exempt sales with input tax deducted'),
    base('45', 'Other sales not taxable in Germany'),
    base('48', 'Exempt sales without input tax deducted'),
    base('60', 'Reverse charge within Germany (§ 13b (5) UStG)'),
    {
      key: '66',
      code: '66',
      label: 'Input tax',
      of: { side: 'input', groups: ['input'], figure: 'tax' },
    },
    {
      key: '83',
      code: '83',
      label: 'Advance payment, or surplus if negative',
      sum: (box) => box('81-tax') + box('86-tax') + box('36') - box('66'),
    },
  ],
  rest: [
    { key: ABROAD, label: 'Taxed in another country' },
    { key: UNASSIGNED, label: 'Sales not assigned' },
    { key: UNASSIGNED_INPUT, label: 'Input tax not assigned' },
  ],
}

function base(key: string, label: string) {
  const of = { side: 'output', groups: [key], figure: 'net' } as const
  return { key, code: key, label, whole: true, of }
}

function tax(key: string, code: string | null, label: string, group: string) {
  return { key, code, label, of: { side: 'output', groups: [group], figure: 'tax' } as const }
}

function output({ tax_bps, tax_category }: TaxRate, place: Place): string {
  const buyer = whereabouts(place, 'DE')
  const isAbroad = buyer === 'union' || buyer === 'third'
  if (tax_bps > 0) {
    if (tax_category !== null && !isCharged(tax_category)) return UNASSIGNED
    if (tax_bps === STANDARD) return '81'
    if (tax_bps === REDUCED) return '86'
    return isAbroad && !OF_2020.includes(tax_bps) ? ABROAD : '35'
  }
  switch (tax_category) {
    case 'exempt':
      return '48'
    case 'zero':
      return isAbroad ? UNASSIGNED : '87'
    case 'export':
      return buyer === 'third' ? '43' : UNASSIGNED
    case 'outside_scope':
      return isAbroad ? '45' : UNASSIGNED
    case 'reverse_charge':
      return { home: '60', union: '21', third: '45', unknown: UNASSIGNED }[buyer]
    default:
      return UNASSIGNED
  }
}
