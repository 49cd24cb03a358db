import { currencyDigits, multiplyRatio } from './money.ts'

/** Converts an amount between currencies, both in minor units, rounded once, halves away from zero. */
export function convert(amount: number, from: string, to: string, rate: string): number {
  const { numerator, denominator } = fractionOf(rate)
  return multiplyRatio(
    amount,
    numerator * 10n ** BigInt(currencyDigits(to)),
    denominator * 10n ** BigInt(currencyDigits(from)),
  )
}

/** The inverse: converts an amount of the rate's own currency to the one it is quoted for. */
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

/** The rate between two currencies, given both rates per unit of a third. */
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

/** The number of zeros after the decimal point of a fraction below one. */
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

export const MAX_RATES_AT_ONCE = 500

export interface ExchangeRateDto {
  currency: string
  /** Units of the currency per euro. */
  per_euro: string
  quoted_on: string
}

/** Documents and entries in a currency whose exchange rate is missing. */
export interface MissingRateDto {
  currency: string
  /** Sent invoices and ledger entries. */
  count: number
  /** The earliest day. */
  since: string
  /** The exchange rate table's current rate; null if it has none. */
  suggestion: string | null
}
