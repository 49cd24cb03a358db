import { whereabouts } from '#shared/money/ledger/places.ts'
import { NOTHING, wholeUnits } from './form.ts'
import { moneyColumn, type ReturnList, textColumn } from './list.ts'

const SERVICES = 'services'

/**
 * Services to businesses in other member states, Art. 262 of Directive 2006/112/EC (§ 18a UStG), in the period in which
 * they are provided, even for agencies that account by payment.
 */
export const EC_SALES_LIST: ReturnList = {
  currency: 'EUR',
  basis: 'issued',
  columns: [textColumn('VAT number'), textColumn('Customer'), textColumn('Kind'), moneyColumn('Amount')],
  assign: ({ tax_bps, tax_category }, { place }) => {
    if (tax_bps > 0 || tax_category !== 'reverse_charge') return null
    if (place.buyer === null) return { rest: 'unknown-country' }
    if (place.seller === null || whereabouts(place, place.seller) !== 'union') return null
    return place.vat_id === null ? { rest: 'missing-vat-id' } : { line: place.vat_id, kind: SERVICES }
  },
  cells: ({ key, customer, sums }, currency) => [
    key,
    customer,
    'Services',
    wholeUnits((sums.get(SERVICES) ?? NOTHING).net, currency),
  ],
  rest: [
    { key: 'missing-vat-id', label: 'Customers in the EU without a VAT number' },
    { key: 'unknown-country', label: 'Reverse charge to customers without a country' },
  ],
}
