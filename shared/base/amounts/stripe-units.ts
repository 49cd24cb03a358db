import { currencyDigits } from './money.ts'

/** Stripe's number of decimals where it isn't two. Its ISK and UGX have two, which must be zero. */
const DIGITS: Readonly<Record<string, 0 | 3>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
      .split(' ')
      .map((code) => [code, 0 as const]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3 as const])),
}

export const stripeDigits = (currency: string): number => DIGITS[currency] ?? 2

/** Converts a chargeable amount to Stripe's units. */
export function inStripeUnits(amount: number, currency: string): number {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return ours >= theirs ? amount / 10 ** (ours - theirs) : amount * 10 ** (theirs - ours)
}

/** The smallest chargeable step: Stripe requires the third decimal of three-decimal currencies to be zero. */
export function chargeStep(currency: string): number {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return theirs === 3 ? 10 : 10 ** Math.max(0, ours - theirs)
}
