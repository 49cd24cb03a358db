import { isInUnion } from '#shared/money/ledger/places.ts'
import type { TaxReturn } from '#shared/money/ledger/returns.ts'

/** The countries whose forms are supported, by the currency that the forms require. */
const COUNTRY_OF: Readonly<Record<string, string>> = { GBP: 'GB', USD: 'US' }

/** The returns of an agency; where its letterhead names no country, its currency decides. */
export function offeredReturns({
  country,
  currency,
}: {
  country: string | null
  currency: string
}): TaxReturn[] {
  const home = country ?? COUNTRY_OF[currency] ?? null
  const inEuros = currency === 'EUR'
  const offered: [TaxReturn, boolean][] = [
    ['german-advance-return', home === 'DE' && inEuros],
    ['ec-sales-list', home === null ? inEuros : isInUnion(home)],
    ['oss-return', home === null ? inEuros : isInUnion(home)],
    ['uk-vat-return', home === 'GB' && currency === 'GBP'],
    ['us-sales', home === 'US'],
    ['form-1099-nec', home === 'US' && currency === 'USD'],
    ['exchange-differences', true],
  ]
  return offered.flatMap(([kind, isOffered]) => (isOffered ? [kind] : []))
}
