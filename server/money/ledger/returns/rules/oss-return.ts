import { formatBasisPoints } from '#shared/base/amounts/money.ts'
import { isCharged } from '#shared/base/amounts/taxes.ts'
import { countryName } from '#shared/base/format.ts'
import { whereabouts } from '#shared/money/ledger/places.ts'
import { presetRates } from '#shared/money/ledger/taxes/tax-presets.ts'
import { NOTHING } from './form.ts'
import { moneyColumn, type ReturnList, textColumn } from './list.ts'

const SALES = 'sales'

/** Sales to consumers in other member states, Art. 369a of Directive 2006/112/EC (§ 18j UStG). */
export const OSS_RETURN: ReturnList = {
  currency: 'EUR',
  columns: [textColumn('Country'), textColumn('Rate'), moneyColumn('Net'), moneyColumn('Tax')],
  assign: ({ tax_bps, tax_category }, place) => {
    const { seller, buyer, vat_id } = place
    if (tax_bps === 0 || (tax_category !== null && !isCharged(tax_category))) return null
    if (seller === null || buyer === null || whereabouts(place, seller) !== 'union') return null
    if (vat_id !== null) return { rest: 'with-vat-id' }
    if (presetRates(seller).some(({ bps }) => bps === tax_bps)) return { rest: 'home-rate' }
    return { line: `${buyer} ${tax_bps}`, kind: SALES }
  },
  cells: ({ key, sums }) => {
    const [country = '', bps] = key.split(' ')
    const { net, tax } = sums.get(SALES) ?? NOTHING
    return [countryName(country), formatBasisPoints(Number(bps)), net, tax]
  },
  rest: [
    { key: 'home-rate', label: 'At a rate of your own country' },
    { key: 'with-vat-id', label: 'Taxed sales to customers with a VAT number' },
  ],
}
