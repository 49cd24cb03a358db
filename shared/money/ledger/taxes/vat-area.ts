/** The member states of the European Union. */
export const IN_UNION: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Whether invoices of the country must state the date of supply, even if it is the day of issue. */
export const mustDateSupply = (country: string | null): boolean =>
  country !== null && (country === 'GB' || IN_UNION.includes(country))

/** Countries without a value-added or similar tax, so that an invoice needn't say that none is charged. */
const WITHOUT_VAT = ['BM', 'HK', 'KW', 'KY', 'MO', 'QA', 'US']

export const hasNoVat = (country: string | null): boolean => country !== null && WITHOUT_VAT.includes(country)
