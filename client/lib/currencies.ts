import { CURRENCIES } from '#shared/currencies.ts'

/** Choices of a currency, found by its code and by its name. */
export const CURRENCY_OPTIONS = Object.entries(CURRENCIES).map(([code, { name }]) => ({
  value: code,
  label: `${code} – ${name}`,
}))
