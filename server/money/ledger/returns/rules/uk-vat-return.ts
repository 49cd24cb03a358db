import { type Place, whereabouts } from '#shared/money/ledger/places.ts'
import type { TaxRate } from '#shared/money/ledger/tax-report.ts'
import { isCharged } from '#shared/money/ledger/taxes.ts'
import { type ReturnForm, UNASSIGNED, UNASSIGNED_INPUT } from './form.ts'

/** Standard and reduced rate, and the reduced rate of hospitality from October 2021 to March 2022. */
const UK_RATES = [2000, 500, 1250]

const TAXED = 'taxed'
const UNTAXED = 'untaxed'
const INPUT = 'input'

/** The nine boxes of VAT Notice 700/12; 2, 8 and 9 are about goods, which the portal doesn't know. */
export const UK_VAT_RETURN: ReturnForm = {
  currency: 'GBP',
  output,
  input: ({ tax_bps }) => (UK_RATES.includes(tax_bps) ? INPUT : UNASSIGNED_INPUT),
  boxes: [
    {
      key: '1',
      code: '1',
      label: 'VAT due on sales',
      of: { side: 'output', groups: [TAXED], figure: 'tax' },
    },
    goods('2', 'VAT due on goods from the EU (Northern Ireland)'),
    { key: '3', code: '3', label: 'Total VAT due', sum: (box) => box('1') + box('2') },
    {
      key: '4',
      code: '4',
      label: 'VAT reclaimed on purchases',
      of: { side: 'input', groups: [INPUT], figure: 'tax' },
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
      of: { side: 'output', groups: [TAXED, UNTAXED], figure: 'net' },
    },
    {
      key: '7',
      code: '7',
      label: 'Purchases without VAT',
      whole: true,
      of: { side: 'input', groups: [INPUT], figure: 'net' },
    },
    goods('8', 'Goods to the EU (Northern Ireland)'),
    goods('9', 'Goods from the EU (Northern Ireland)'),
  ],
  rest: [
    { key: UNASSIGNED, label: 'Sales not assigned' },
    { key: UNASSIGNED_INPUT, label: 'Input tax not assigned' },
  ],
}

function goods(code: string, label: string) {
  return { key: code, code, label, sum: () => 0 }
}

function output({ tax_bps, tax_category }: TaxRate, place: Place): string {
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
      return ['union', 'third'].includes(whereabouts(place, 'GB')) ? UNTAXED : UNASSIGNED
    default:
      return UNASSIGNED
  }
}
