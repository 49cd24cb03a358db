import { currencyDigits, formatCharged, isCurrency } from '#shared/money.ts'
import { AppError } from '../core/errors.ts'

/** Stripe's decimals where they are not two. Its króna and its Uganda shilling have two, always zero. */
const DIGITS: Readonly<Record<string, 0 | 3>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
      .split(' ')
      .map((code) => [code, 0 as const]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3 as const])),
}

const stripeDigits = (currency: string): number => DIGITS[currency] ?? 2

/** Our minor units as Stripe counts them; what it could not charge exactly is refused in words. */
export function toStripeAmount(amount: number, currency: string): number {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  if (!isCurrency(currency) || (ours === 3 && theirs !== 3)) {
    throw new AppError('BAD_REQUEST', `Cards cannot be charged in ${currency}. Please pay another way.`)
  }
  // Stripe takes currencies of three decimals with the last one zero.
  const step = theirs === 3 ? 10 : 10 ** Math.max(0, ours - theirs)
  if (amount % step !== 0) {
    throw new AppError(
      'BAD_REQUEST',
      `Cards are charged in steps of ${formatCharged(step, currency)}. Please pay ${formatCharged(amount, currency)} another way.`,
    )
  }
  return ours >= theirs ? amount / 10 ** (ours - theirs) : amount * 10 ** (theirs - ours)
}

/** An amount of Stripe's in our minor units; its currencies are written small. */
export function fromStripeAmount(amount: number, stripeCurrency: string): number {
  const currency = stripeCurrency.toUpperCase()
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return ours >= theirs ? amount * 10 ** (ours - theirs) : Math.round(amount / 10 ** (theirs - ours))
}
