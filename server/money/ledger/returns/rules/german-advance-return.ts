import { percentOf } from '#shared/base/amounts/money.ts'
import { isCharged } from '#shared/base/amounts/taxes.ts'
import { type Place, whereabouts, whereIs } from '#shared/money/ledger/places.ts'
import type { PurchaseTerms } from '#shared/money/ledger/taxes/purchases.ts'
import { isLateFee, type TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'
import {
  LATE_FEE,
  LATE_FEES,
  NOT_ASKED,
  type ReturnForm,
  receivedIn,
  UNASSIGNED,
  UNASSIGNED_INPUT,
  UNASSIGNED_PURCHASES,
} from './form.ts'

/** § 12 (1) and (2) UStG. The rates of the second half of 2020 are those of other countries today. */
const STANDARD = 1900
const REDUCED = 700

/** Whether tax of a purchase at this rate is input tax in Germany; that of other countries is refunded there. */
export const isGermanRate = (tax_bps: number): boolean => tax_bps === STANDARD || tax_bps === REDUCED

/** Taxed in another country, for instance in the OSS return. */
const ABROAD = 'abroad'

const IMPORT = 'import'

/** Counts when the service is provided, even if tax is due by payment (§ 18b sentence 3 UStG). */
const SERVICES_IN_UNION = '21'

/** The form according to § 18 (1) UStG; the numbers are its Kennzahlen. */
export const GERMAN_ADVANCE_RETURN: ReturnForm = {
  currency: 'EUR',
  output,
  byIssue: [SERVICES_IN_UNION],
  input: ({ tax_bps }) => (isGermanRate(tax_bps) ? 'input' : UNASSIGNED_INPUT),
  purchases,
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
    base(SERVICES_IN_UNION, 'Services to businesses in the EU (§ 18b UStG)'),
    base('43', 'Exports and other exempt sales with input tax deducted'),
    base('45', 'Other sales not taxable in Germany'),
    base('48', 'Exempt sales without input tax deducted'),
    base('60', 'Reverse charge within Germany (§ 13b (5) UStG)'),
    owed('46', 'net', 'Services of businesses in the EU (§ 13b (1) UStG)'),
    owed('47', 'tax', 'Tax on 46', ['46']),
    owed('84', 'net', 'Other purchases with reverse charge (§ 13b (2) UStG)'),
    owed('85', 'tax', 'Tax on 84', ['84']),
    { key: '66', code: '66', label: 'Input tax', of: { input: ['input'], figure: 'tax' } },
    owed('67', 'deducted', 'Input tax on 46 and 84', ['46', '84']),
    {
      key: '83',
      code: '83',
      label: 'Advance payment, or surplus if negative',
      sum: (box) => box('81-tax') + box('86-tax') + box('36') + box('47') + box('85') - box('66') - box('67'),
    },
    {
      key: '50',
      code: '50',
      label: 'Losses included in 81, 86 and 35 (§ 17 (1) s. 1 and (2) No. 1 s. 1 UStG)',
      whole: true,
      of: { losses: ['81', '86', '35'], figure: 'net' },
    },
  ],
  rest: [
    { key: ABROAD, label: 'Taxed in another country', side: 'output' },
    { key: UNASSIGNED, label: 'Sales not assigned', side: 'output' },
    LATE_FEES,
    {
      key: receivedIn(SERVICES_IN_UNION),
      label: 'Received for services in 21, which count by date of issue',
      side: 'output',
    },
    { key: UNASSIGNED_INPUT, label: 'Input tax not assigned', side: 'input' },
    { key: IMPORT, label: 'Imports: enter the tax of the customs notice in 62', side: 'purchases' },
    { key: UNASSIGNED_PURCHASES, label: 'Reverse charge of bills without a country', side: 'purchases' },
  ],
}

function base(key: string, label: string) {
  const of = { output: [key], figure: 'net' } as const
  return { key, code: key, label, whole: true, of }
}

function tax(key: string, code: string | null, label: string, group: string) {
  return { key, code, label, of: { output: [group], figure: 'tax' } as const }
}

function owed(
  key: string,
  figure: 'net' | 'tax' | 'deducted',
  label: string,
  groups: readonly string[] = [key],
) {
  return { key, code: key, label, whole: figure === 'net', of: { purchases: groups, figure } }
}

/** Box 84 also has suppliers in Germany, whose customers owe the tax for some services. */
function purchases({ kind, country }: PurchaseTerms): string {
  if (kind === 'exempt') return NOT_ASKED
  if (kind === 'import') return IMPORT
  return { home: '84', union: '46', third: '84', unknown: UNASSIGNED_PURCHASES }[whereIs(country, 'DE')]
}

function output(rate: TaxRate, place: Place): string {
  const { tax_bps, tax_category } = rate
  const buyer = whereabouts(place, 'DE')
  const isAbroad = buyer === 'union' || buyer === 'third'
  if (tax_bps > 0) {
    if (tax_category !== null && !isCharged(tax_category)) return UNASSIGNED
    if (tax_bps === STANDARD) return '81'
    if (tax_bps === REDUCED) return '86'
    return isAbroad ? ABROAD : '35'
  }
  switch (tax_category) {
    case 'exempt':
      return '48'
    case 'zero':
      return isAbroad ? UNASSIGNED : '87'
    case 'export':
      return buyer === 'third' ? '43' : UNASSIGNED
    case 'outside_scope':
      if (isLateFee(rate)) return LATE_FEE
      return isAbroad ? '45' : UNASSIGNED
    case 'reverse_charge':
      return { home: '60', union: SERVICES_IN_UNION, third: '45', unknown: UNASSIGNED }[buyer]
    default:
      return UNASSIGNED
  }
}
