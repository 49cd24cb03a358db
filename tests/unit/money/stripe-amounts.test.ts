import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromStripeAmount,
  toStripeAmount,
} from '#server/base/adapters/payments/payment-provider-stripe-amounts.ts'
import { CURRENCIES } from '#shared/base/amounts/currencies.ts'
import { currencyDigits } from '#shared/base/amounts/money.ts'

const ZERO = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THREE = 'BHD JOD KWD OMR TND'.split(' ')
const UNKNOWN_TO_STRIPE = ['IQD', 'LYD']
const chargeable = CURRENCIES.filter((code) => !UNKNOWN_TO_STRIPE.includes(code))
/** Decimal places as documented by Stripe, listed independently of the code. */
const stripeDigits = (code: string) => (ZERO.includes(code) ? 0 : THREE.includes(code) ? 3 : 2)

describe('Stripe amounts', () => {
  test('are the same on both sides in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...chargeable), fc.integer({ min: 1, max: 10 ** 9 }), (code, units) => {
        // A multiple that both sides can represent.
        const step = THREE.includes(code) ? 10 : code === 'MGA' ? 100 : 1
        const amount = units * step
        const there = toStripeAmount(amount, code)
        expect(there * 10 ** currencyDigits(code)).toBe(amount * 10 ** stripeDigits(code))
        expect(fromStripeAmount(there, code.toLowerCase())).toBe(amount)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['USD', 10_000, 10_000],
    ['HUF', 40_000_000, 40_000_000],
    ['JPY', 500, 500],
    ['ISK', 500, 50_000],
    ['UGX', 500, 50_000],
    ['MGA', 50_000, 500],
    ['KWD', 1230, 1230],
  ])('%s %i is %i at Stripe', (code, ours, theirs) => {
    expect(toStripeAmount(ours, code)).toBe(theirs)
  })

  test.each([
    ['KWD', 1005, 'Card payments must be a multiple of 0.010 KWD. Please pay 1.005 KWD another way.'],
    [
      'MGA',
      150,
      'Card payments must be a multiple of Ar\u00a01.00 MGA. Please pay Ar\u00a01.50 MGA another way.',
    ],
    ['IQD', 1000, 'Cards cannot be charged in IQD. Please pay another way.'],
    ['DEM', 1000, 'Cards cannot be charged in DEM. Please pay another way.'],
  ])('%s %i is rejected', (code, amount, words) => {
    expect(() => toStripeAmount(amount, code)).toThrow(words)
  })
})
