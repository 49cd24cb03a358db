import { currencyDigits } from './money.ts'

/** Stripe's decimals where they are not two. Its króna and its Uganda shilling have two, always zero. */
const DIGITS: Readonly<Record<string, 0 | 3>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
      .split(' ')
      .map((code) => [code, 0 as const]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3 as const])),
}

export const stripeDigits = (currency: string): number => DIGITS[currency] ?? 2

/** Our minor units as Stripe counts them, for an amount that it can charge. */
export function inStripeUnits(amount: number, currency: string): number {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return ours >= theirs ? amount / 10 ** (ours - theirs) : amount * 10 ** (theirs - ours)
}

/** What can be charged is a multiple of it: Stripe takes currencies of three decimals with the last one zero. */
export function chargeStep(currency: string): number {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)]
  return theirs === 3 ? 10 : 10 ** Math.max(0, ours - theirs)
}
