import type { SavedCardDto } from '#shared/money/payments/payments.ts'

/** "expires 12/34", "expired 01/24". */
export function expiryOf({ exp_month, exp_year, expired }: SavedCardDto): string {
  if (exp_month === null || exp_year === null) return 'expiry unknown'
  const date = `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
  return `${expired ? 'expired' : 'expires'} ${date}`
}
