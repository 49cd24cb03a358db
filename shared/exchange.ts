import { z } from 'zod'
import { isCurrency } from './currencies.ts'
import { calendarDate } from './dates.ts'
import { currencyDigits, multiplyRatio } from './money.ts'

/** Units of one currency for one unit of another, as a decimal text so that nothing is lost: `1.0842`. */
export const exchangeRate = z
  .string()
  .trim()
  .max(30, 'Please enter a rate such as 1.0842.')
  .regex(/^\d{1,9}(\.\d{1,12})?$/, 'Please enter a rate such as 1.0842.')
  .refine((text) => /[1-9]/.test(text), 'The rate must be more than 0.')

/** Left empty, the table of rates decides. */
export const optionalExchangeRate = exchangeRate
  .nullish()
  .or(z.literal(''))
  .transform((rate) => rate || null)

/** An amount of one currency in another, both in minor units, rounded once, halves away from zero. */
export function convert(amount: number, from: string, to: string, rate: string): number {
  const { numerator, denominator } = fractionOf(rate)
  return multiplyRatio(
    amount,
    numerator * 10n ** BigInt(currencyDigits(to)),
    denominator * 10n ** BigInt(currencyDigits(from)),
  )
}

/** The way back: what an amount of the rate's own currency is in the one it is quoted for. */
export function convertBack(amount: number, from: string, to: string, rate: string): number {
  const { numerator, denominator } = fractionOf(rate)
  return multiplyRatio(
    amount,
    denominator * 10n ** BigInt(currencyDigits(to)),
    numerator * 10n ** BigInt(currencyDigits(from)),
  )
}

function fractionOf(rate: string): { numerator: bigint; denominator: bigint } {
  const [whole = '0', decimals = ''] = rate.split('.')
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

const SIGNIFICANT_DIGITS = 10n
const MAX_DECIMALS = 12

/** The rate between two currencies whose rates to a third are known (both per one of it). */
export function crossRate(perThirdFrom: string, perThirdTo: string): string {
  const [from, to] = [fractionOf(perThirdFrom), fractionOf(perThirdTo)]
  const numerator = to.numerator * from.denominator
  const denominator = to.denominator * from.numerator
  const whole = String(numerator / denominator)
  const leading = numerator >= denominator ? BigInt(whole.length) : -leadingZeros(numerator, denominator)
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, Number(SIGNIFICANT_DIGITS - leading)))
  const scaled = (numerator * 10n ** BigInt(decimals) + denominator / 2n) / denominator
  return trimZeros(String(scaled).padStart(decimals + 1, '0'), decimals)
}

/** Zeros between the point and the first digit of a fraction below one. */
function leadingZeros(numerator: bigint, denominator: bigint): bigint {
  let zeros = 0n
  for (let grown = numerator * 10n; grown < denominator && zeros < MAX_DECIMALS; grown *= 10n) zeros += 1n
  return zeros
}

function trimZeros(digits: string, decimals: number): string {
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export const currencyCode = z
  .string()
  .max(10, 'Please choose a valid currency.')
  .trim()
  .toUpperCase()
  .refine(isCurrency, 'Please choose a valid currency.')

/** Applies one rate to everything in a currency that was booked without one. */
export const missingRateInput = z.strictObject({
  currency: currencyCode,
  rate: exchangeRate,
})

export const MAX_RATES_AT_ONCE = 500

/** Rates per euro, one line for each day and currency. */
export const exchangeRatesInput = z.strictObject({
  rates: z
    .array(
      z.strictObject({
        quoted_on: calendarDate,
        currency: currencyCode,
        per_euro: exchangeRate,
      }),
    )
    .min(1)
    .max(MAX_RATES_AT_ONCE),
})

export interface ExchangeRateDto {
  currency: string
  /** Units of the currency for one euro. */
  per_euro: string
  quoted_on: string
}

/** What a currency's documents and entries amount to while their rate is missing. */
export interface MissingRateDto {
  currency: string
  /** Sent invoices and entries of the books. */
  count: number
  /** The day of the earliest. */
  since: string
  /** What the table of rates would say today; null where it is silent. */
  suggestion: string | null
}
