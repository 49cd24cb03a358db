import { formatBasisPoints } from '#shared/base/amounts/money.ts'
import { isCharged } from '#shared/base/amounts/taxes.ts'
import { countryName } from '#shared/base/format.ts'
import { whereabouts } from '#shared/money/ledger/places.ts'
import { presetRates } from '#shared/money/ledger/taxes/tax-presets.ts'
import { NOTHING } from './form.ts'
import { moneyColumn, type ReturnList, textColumn } from './list.ts'

const SALES = 'sales'
const CORRECTION = 'correction'

/**
 * Sales to consumers in other member states, Art. 369a of Directive 2006/112/EC (§ 18j UStG). Corrections of earlier
 * quarters are stated by country and quarter, whatever the rate (Art. 61 of Implementing Regulation 282/2011).
 */
export const OSS_RETURN: ReturnList = {
  currency: 'EUR',
  columns: [
    textColumn('Country'),
    textColumn('Rate'),
    textColumn('Corrects'),
    moneyColumn('Net'),
    moneyColumn('Tax'),
  ],
  assign: ({ tax_bps, tax_category }, { place, date, corrected_on }) => {
    const { seller, buyer, vat_id } = place
    if (tax_bps === 0 || (tax_category !== null && !isCharged(tax_category))) return null
    if (seller === null || buyer === null || whereabouts(place, seller) !== 'union') return null
    if (vat_id !== null) return { rest: 'with-vat-id' }
    if (presetRates(seller).some(({ bps }) => bps === tax_bps)) return { rest: 'home-rate' }
    const quarter = corrected_on === null ? null : quarterOf(corrected_on)
    return quarter === null || quarter === quarterOf(date)
      ? { line: `${buyer} ${tax_bps}`, kind: SALES }
      : { line: `${buyer} ${quarter}`, kind: CORRECTION }
  },
  cells: ({ key, sums }) => {
    const [country = '', of = ''] = key.split(' ')
    const { net, tax } = sums.get(SALES) ?? sums.get(CORRECTION) ?? NOTHING
    const [rate, corrects] = sums.has(SALES) ? [formatBasisPoints(Number(of)), null] : [null, named(of)]
    return [countryName(country), rate, corrects, net, tax]
  },
  rest: [
    { key: 'home-rate', label: 'At a rate of your own country' },
    { key: 'with-vat-id', label: 'Taxed sales to customers with a VAT number' },
  ],
}

/** `year:2026-Q1`, which sorts after rates. */
const quarterOf = (day: string): string =>
  `year:${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** `Q1 2026` */
function named(quarter: string): string {
  const [year = '', name = ''] = quarter.slice('year:'.length).split('-')
  return `${name} ${year}`
}
