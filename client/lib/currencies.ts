import { CURRENCIES } from '#shared/currencies.ts'

/** Currency options, searchable by code and name. */
export const CURRENCY_OPTIONS = Object.entries(CURRENCIES).map(([code, name]) => ({
  value: code,
  label: `${code} – ${name}`,
}))
