import { titled } from '#client/lib/labels.ts'
import { methodName, type SavedCardDto } from '#shared/payments.ts'

/** "Visa ending in 4242", "SEPA Direct Debit ending in 3000". */
export const cardName = (card: { brand: string; last4: string }): string => {
  const name = methodName(card)
  const brand = card.brand.replaceAll('_', ' ')
  return name.startsWith(brand) ? titled(brand) + name.slice(brand.length) : name
}

/** "expires 12/34", "expired 01/24". */
export function expiryOf({ exp_month, exp_year, expired }: SavedCardDto): string {
  if (exp_month === null || exp_year === null) return 'expiry unknown'
  const date = `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
  return `${expired ? 'expired' : 'expires'} ${date}`
}
