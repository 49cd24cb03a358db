import { isCharged } from '#shared/base/amounts/taxes.ts'
import { type Place, whereabouts, whereIs } from '#shared/money/ledger/places.ts'
import type { PurchaseTerms } from '#shared/money/ledger/taxes/purchases.ts'
import { isLateFee, type TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'
import { RELIEVED, REPAID } from './bad-debt-relief.ts'
import {
  LATE_FEE,
  LATE_FEES,
  type ReturnForm,
  UNASSIGNED,
  UNASSIGNED_INPUT,
  UNASSIGNED_PURCHASES,
} from './form.ts'

/** Standard and reduced rate. */
const UK_RATES = [2000, 500]

const TAXED = 'taxed'
const UNTAXED = 'untaxed'
const INPUT = 'input'
const BAD_DEBTS = 'bad-debts'

/** Services from abroad are declared as if you had sold them, too; domestic ones and imports are only purchases. */
const SERVICES_FROM_ABROAD = 'services-from-abroad'
const DOMESTIC = 'domestic'
const IMPORT = 'import'
const EXEMPT = 'exempt'
const OWED = [SERVICES_FROM_ABROAD, DOMESTIC, IMPORT]

/**
 * The nine boxes of VAT Notice 700/12; 2, 8 and 9 are about goods, which the portal doesn't record. Box 7 is the
 * whole value of purchases, however much of their tax can be deducted.
 */
export const UK_VAT_RETURN: ReturnForm = {
  currency: 'GBP',
  output,
  relief: { of: [TAXED], rest: BAD_DEBTS },
  input: ({ tax_bps }) => (UK_RATES.includes(tax_bps) ? INPUT : UNASSIGNED_INPUT),
  purchases,
  boxes: [
    {
      key: '1',
      code: '1',
      label: 'VAT due on sales, and on purchases with reverse charge',
      of: { output: [TAXED], purchases: OWED, relief: [REPAID], figure: 'tax' },
    },
    goods('2', 'VAT due on goods from the EU (Northern Ireland)'),
    { key: '3', code: '3', label: 'Total VAT due', sum: (box) => box('1') + box('2') },
    {
      key: '4',
      code: '4',
      label: 'VAT reclaimed on purchases, and bad debt relief',
      of: { input: [INPUT], purchases: OWED, relief: [RELIEVED], figure: 'deducted' },
    },
    {
      key: '5',
      code: '5',
      label: 'VAT to pay, or to reclaim if negative',
      sum: (box) => box('3') - box('4'),
    },
    {
      key: '6',
      code: '6',
      label: 'Sales without VAT',
      whole: true,
      of: { output: [TAXED, UNTAXED], purchases: [SERVICES_FROM_ABROAD], figure: 'net' },
    },
    {
      key: '7',
      code: '7',
      label: 'Purchases without VAT',
      whole: true,
      of: { input: [INPUT], undeducted: [INPUT], purchases: [...OWED, EXEMPT], figure: 'net' },
    },
    goods('8', 'Goods to the EU (Northern Ireland)'),
    goods('9', 'Goods from the EU (Northern Ireland)'),
  ],
  rest: [
    { key: UNASSIGNED, label: 'Sales not assigned', side: 'output' },
    LATE_FEES,
    { key: BAD_DEBTS, label: 'Bad debts, relieved in 4 six months after they were due', side: 'output' },
    { key: UNASSIGNED_INPUT, label: 'Input tax not assigned', side: 'input' },
    { key: UNASSIGNED_PURCHASES, label: 'Reverse charge of bills without a country', side: 'purchases' },
  ],
}

function goods(code: string, label: string) {
  return { key: code, code, label, sum: () => 0 }
}

/** Postponed accounting is assumed for imports. */
function purchases({ kind, country }: PurchaseTerms): string {
  if (kind === 'exempt') return EXEMPT
  if (kind === 'import') return IMPORT
  const where = whereIs(country, 'GB')
  if (where === 'unknown') return UNASSIGNED_PURCHASES
  return where === 'home' ? DOMESTIC : SERVICES_FROM_ABROAD
}

function output(rate: TaxRate, place: Place): string {
  const { tax_bps, tax_category } = rate
  if (tax_bps > 0) {
    const isTaxed = tax_category === null || isCharged(tax_category)
    return isTaxed && UK_RATES.includes(tax_bps) ? TAXED : UNASSIGNED
  }
  switch (tax_category) {
    case 'zero':
    case 'exempt':
    case 'export':
    case 'reverse_charge':
      return UNTAXED
    case 'outside_scope':
      if (isLateFee(rate)) return LATE_FEE
      return ['union', 'third'].includes(whereabouts(place, 'GB')) ? UNTAXED : UNASSIGNED
    default:
      return UNASSIGNED
  }
}
