import { NOTHING } from './form.ts'
import { moneyColumn, type ReturnList, textColumn } from './list.ts'

const TAXED = 'taxed'
const EXEMPT = 'exempt'

/** Postal abbreviations (USPS Publication 28) of the states and the District of Columbia. */
const STATES =
  'Alabama:AL Alaska:AK Arizona:AZ Arkansas:AR California:CA Colorado:CO Connecticut:CT Delaware:DE District_of_Columbia:DC Florida:FL Georgia:GA Hawaii:HI Idaho:ID Illinois:IL Indiana:IN Iowa:IA Kansas:KS Kentucky:KY Louisiana:LA Maine:ME Maryland:MD Massachusetts:MA Michigan:MI Minnesota:MN Mississippi:MS Missouri:MO Montana:MT Nebraska:NE Nevada:NV New_Hampshire:NH New_Jersey:NJ New_Mexico:NM New_York:NY North_Carolina:NC North_Dakota:ND Ohio:OH Oklahoma:OK Oregon:OR Pennsylvania:PA Rhode_Island:RI South_Carolina:SC South_Dakota:SD Tennessee:TN Texas:TX Utah:UT Vermont:VT Virginia:VA Washington:WA West_Virginia:WV Wisconsin:WI Wyoming:WY'
    .split(' ')
    .map((entry) => entry.replaceAll('_', ' ').toUpperCase().split(':'))

/** `CA` for `California` or `ca`; null for anything else. */
export function stateOf(region: string | null): string | null {
  const text = region?.trim().toUpperCase() ?? ''
  return STATES.find((names) => names.includes(text))?.[1] ?? null
}

/** Sales to customers in the United States by their state; each state has its own form. */
export const US_SALES: ReturnList = {
  currency: 'USD',
  columns: [
    textColumn('State'),
    moneyColumn('Taxable sales'),
    moneyColumn('Exempt sales'),
    moneyColumn('Tax collected'),
  ],
  assign: ({ tax_bps }, { place: { buyer, region } }) => {
    if (buyer === null) return { rest: 'unknown-country' }
    if (buyer !== 'US') return { rest: 'outside' }
    const state = stateOf(region)
    if (state === null) return { rest: 'unknown-state' }
    return { line: state, kind: tax_bps > 0 ? TAXED : EXEMPT }
  },
  cells: ({ key, sums }) => {
    const [taxed, exempt] = [sums.get(TAXED) ?? NOTHING, sums.get(EXEMPT) ?? NOTHING]
    return [key, taxed.net, exempt.net, taxed.tax + exempt.tax]
  },
  rest: [
    { key: 'unknown-state', label: 'Customers without a known state' },
    { key: 'unknown-country', label: 'Customers without a country' },
    { key: 'outside', label: 'Customers outside the United States' },
  ],
}
