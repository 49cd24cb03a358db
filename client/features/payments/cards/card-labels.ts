import { titled } from '#client/lib/labels.ts'
import type { SavedCardDto } from '#shared/payments.ts'

/** "Visa ending in 4242". */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${titled(brand)} ending in ${last4}`

/** "expires 12/34", "expired 01/24". */
export function expiryOf({ exp_month, exp_year, expired }: SavedCardDto): string {
  if (exp_month === null || exp_year === null) return 'expiry unknown'
  const date = `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
  return `${expired ? 'expired' : 'expires'} ${date}`
}
