import { CURRENCIES } from '#shared/base/amounts/currencies.ts'
import { currencyDigits } from '#shared/base/amounts/money.ts'
import { currencyName } from '#shared/base/format.ts'

/** Currency options, searchable by code and name. */
export const CURRENCY_OPTIONS = CURRENCIES.map((code) => {
  const name = currencyName(code)
  // Older browsers don't name the newest currencies.
  return { value: code, label: name === undefined ? code : `${code} – ${name}` }
})

/** The minor units of the same figure in another currency: 10.00 dollars become 10 yen. */
export const sameFigure = (
  amount: number | null,
  from: string,
  to: string,
  /** How many parts a minor unit may have. */
  parts = 1,
): number | null =>
  amount === null
    ? null
    : Math.round(amount * 10 ** (currencyDigits(to) - currencyDigits(from)) * parts) / parts
