import { formatCurrency } from '../format.ts'

/**
 * All money calculations, in integers: amounts in minor units (unit prices with four decimals), quantities in
 * thousandths, rates in basis points (taxes with one decimal). Each product is rounded once, halves away from zero.
 * Discounts are spread over the lines, then tax is computed by line or percentage; totals only add.
 */

/** An amount in minor units of its currency. */
export interface Money {
  amount: number
  currency: string
}

/** The maximum that a person can enter. */
export const MAX_AMOUNT = 100_000_000_000

/** Active currencies that don't have two decimals. Listed here because runtimes' lists are incomplete. */
const NO_DIGITS = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])
const THREE_DIGITS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** Digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  // Old documents may use withdrawn currencies, nearly all of which had two digits.
  if (NO_DIGITS.has(currency)) return 0
  return THREE_DIGITS.has(currency) ? 3 : 2
}

/** value × numerator ÷ denominator, rounded once, halves away from zero; exact at any size. */
export function multiplyRatio(
  value: number,
  numerator: number | bigint,
  denominator: number | bigint,
): number {
  const product = BigInt(value) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const half = divisor / 2n
  return Number((product < 0n ? product - half : product + half) / divisor)
}

export const QUANTITY_UNIT = 1000
/** Converts a decimal quantity (up to three decimals) to thousandths and back. */
export const toThousandths = (quantity: number): number => Math.round(quantity * QUANTITY_UNIT)
export const fromThousandths = (thousandths: number): number => thousandths / QUANTITY_UNIT

/** A unit price of 0.1648 dollars is 16.48 cents; one of 8.875 % is 887.5 basis points. */
export const PRICE_PARTS = 10_000
export const RATE_PARTS = 10
const inParts = (value: number, parts: number): number => Math.round(value * parts)

/** Whether it has no more decimals than parts can hold. */
export const isWholeIn =
  (parts: number) =>
  (value: number): boolean =>
    inParts(value, parts) / parts === value

/** price × numerator ÷ denominator, rounded once. */
const priced = (price: number, numerator: number, denominator: number): number =>
  multiplyRatio(inParts(price, PRICE_PARTS), numerator, denominator * PRICE_PARTS)

/** The value of time: seconds at an hourly rate, rounded once. */
export const hoursValue = (seconds: number, rate: number): number => priced(rate, seconds, 3600)

/** Hours for programs, in full precision. */
export const toHours = (seconds: number): number => seconds / 3600

/** Hours in thousandths, as printed for time; at least 1, because a line has a quantity. */
export const hoursInThousandths = (seconds: number): number => Math.max(1, Math.round(seconds / 3.6))

/** The amount of a line before discount and tax. */
export const lineAmount = ({
  quantity,
  rate,
  seconds = null,
}: Pick<MoneyLine, 'quantity' | 'rate' | 'seconds'>): number =>
  seconds === null ? priced(rate, quantity, QUANTITY_UNIT) : hoursValue(seconds, rate)

const WHOLE = 10_000 * RATE_PARTS

/** Whether quantity × rate is the amount without rounding. */
export const isProduct = (
  { quantity, rate }: Pick<MoneyLine, 'quantity' | 'rate'>,
  amount: number,
): boolean =>
  BigInt(inParts(rate, PRICE_PARTS)) * BigInt(quantity) ===
  BigInt(amount) * BigInt(PRICE_PARTS * QUANTITY_UNIT)

export const percentOf = (amount: number, basisPoints: number): number =>
  multiplyRatio(amount, inParts(basisPoints, RATE_PARTS), WHOLE)

/** The tax in an amount that includes it, and what it is without. */
export const taxIncluded = (amount: number, taxBps: number): number => {
  const parts = inParts(taxBps, RATE_PARTS)
  return multiplyRatio(amount, parts, WHOLE + parts)
}
export const withoutTax = (amount: number, taxBps: number): number =>
  multiplyRatio(amount, WHOLE, WHOLE + inParts(taxBps, RATE_PARTS))

/**
 * Splits an amount in proportion to the weights without losing a minor unit: each part is rounded down and
 * the rest goes to the largest remainders, earlier entries first. A negative amount is split as its opposite.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  if (amount < 0) return allocate(-amount, weights).map((share) => 0 - share)
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const sign = sum < 0n ? -1n : 1n
  const total = sign * sum
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight) * sign
    // Division of BigInts rounds toward zero.
    const remainder = ((product % total) + total) % total
    return { index, share: Number((product - remainder) / total), remainder }
  })
  let left = amount - parts.reduce((sum, part) => sum + part.share, 0)
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const part of byRemainder) {
    if (left === 0) break
    part.share += 1
    left -= 1
  }
  return parts.map((part) => part.share)
}

export interface MoneyLine {
  /** In thousandths. */
  quantity: number
  /** For time, which the quantity only rounds. */
  seconds?: number | null
  /** Minor units per unit of quantity, with up to four decimals. */
  rate: number
  /** Basis points of tax on the line, with up to one decimal. */
  tax_bps: number
  /** Basis points off the line itself. */
  discount_bps?: number
}

/** A discount on the whole invoice: basis points of the subtotal or a fixed amount in minor units. */
export interface Discount {
  type: 'none' | 'percent' | 'amount'
  value: number
}

export interface LineTotals {
  /** After the line's own discount; including tax if prices do. */
  amount: number
  /** The line's share of the invoice's discount. */
  discount: number
  /** The taxable amount: after all discounts, without tax. */
  net: number
  tax: number
}

export interface InvoiceTotals {
  lines: LineTotals[]
  subtotal: number
  discount: number
  tax: number
  total: number
}

/** Where tax is rounded: on each line, or once for each percentage of a document. */
export const TAX_ROUNDINGS = ['line', 'document'] as const
export type TaxRounding = (typeof TAX_ROUNDINGS)[number]

/** As e-invoices and Japan's qualified invoices are checked: rounded by line, the tax of a long document deviates. */
export const USUAL_TAX_ROUNDING: TaxRounding = 'document'

/**
 * The totals of an invoice, used by screens, PDF, API, and ledger. If prices include tax, it is extracted
 * and the total is the sum of the prices; otherwise it is added. Rounded by document, a percentage's tax is spread
 * over its lines, so that they add up to it.
 */
export function calculateTotals(
  lines: readonly MoneyLine[],
  discount: Discount,
  {
    pricesIncludeTax = false,
    taxRounding = USUAL_TAX_ROUNDING,
  }: { pricesIncludeTax?: boolean; taxRounding?: TaxRounding } = {},
): InvoiceTotals {
  const amounts = lines.map((line) => {
    const amount = lineAmount(line)
    return amount - percentOf(amount, line.discount_bps ?? 0)
  })
  const subtotal = sum(amounts)
  const discountTotal = discountOf(subtotal, discount)
  const shares = allocate(discountTotal, amounts)
  const charged = amounts.map((amount, index) => amount - (shares[index] ?? 0))
  const taxOf = (amount: number, bps: number) =>
    pricesIncludeTax ? taxIncluded(amount, bps) : percentOf(amount, bps)
  const taxes =
    taxRounding === 'line'
      ? lines.map(({ tax_bps }, index) => taxOf(charged[index] ?? 0, tax_bps))
      : spreadTaxes(lines, charged, taxOf)
  const totals = lines.map((_, index) => {
    const [amount = 0, discount = 0, due = 0, tax = 0] = [
      amounts[index],
      shares[index],
      charged[index],
      taxes[index],
    ]
    return { amount, discount, net: pricesIncludeTax ? due - tax : due, tax }
  })
  const tax = sum(totals.map((line) => line.tax))
  const total = sum(totals.map((line) => line.net + line.tax))
  return { lines: totals, subtotal, discount: discountTotal, tax, total }
}

/** The tax of each line, as its part of the tax on all lines at its percentage. */
function spreadTaxes(
  lines: readonly MoneyLine[],
  charged: readonly number[],
  taxOf: (amount: number, bps: number) => number,
): number[] {
  const taxes = lines.map(() => 0)
  for (const bps of new Set(lines.map((line) => line.tax_bps ?? 0))) {
    const same = [...lines.keys()].filter((index) => (lines[index]?.tax_bps ?? 0) === bps)
    const amounts = same.map((index) => charged[index] ?? 0)
    const parts = allocate(taxOf(sum(amounts), bps), amounts)
    for (const [at, index] of same.entries()) taxes[index] = parts[at] ?? 0
  }
  return taxes
}

function discountOf(subtotal: number, discount: Discount): number {
  if (discount.type === 'percent') return percentOf(subtotal, Math.min(discount.value, 10_000))
  return discount.type === 'amount' ? Math.min(discount.value, subtotal) : 0
}

/** Null if either is, as amounts in base currency are while their exchange rate is missing. */
export const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Minor units as an exact decimal string: 480000 → `4800.00`, 16.48 → `0.1648`. */
export function toDecimal(amount: number, currency: string): `${number}` {
  const digits = currencyDigits(currency)
  const [minor = '', parts = ''] = String(Math.abs(amount)).split('.')
  const text = minor.padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = text.slice(text.length - digits) + parts
  return `${amount < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}` as `${number}`
}

/** As a number, so that spreadsheets can add it up and formula protection doesn't alter it. */
export const plainNumber = (amount: number, currency: string): number => Number(toDecimal(amount, currency))

/** `$4,800.00`: with all the currency's decimals. */
export const formatMoney = (amount: number, currency: string): string =>
  formatCurrency(toDecimal(amount, currency), currency, { digits: currencyDigits(currency) })

/** `$0.1648`, `$90.00`: a unit price, with as many decimals as it has. */
export const formatPrice = (price: number, currency: string): string =>
  formatCurrency(toDecimal(price, currency), currency, {
    digits: currencyDigits(currency),
    finer: !Number.isInteger(price),
  })

/** `$4,800.00 + €20.00`: amounts in different currencies; null if there are none. */
export const formatAmounts = (amounts: readonly Money[]): string | null =>
  amounts.length === 0
    ? null
    : amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')

/** `$100.00 USD`: for amounts charged or due. */
export function formatCharged(amount: number, currency: string): string {
  const money = formatMoney(amount, currency)
  const named = money.includes(currency)
  return named ? `${money.replace(currency, '').trim()} ${currency}` : `${money} ${currency}`
}

/** `$12,300` on summary cards: decimals only if needed. */
export const formatCard = (amount: number, currency: string): string =>
  formatCurrency(toDecimal(amount, currency), currency, { digits: currencyDigits(currency), short: true })

/** Basis points in percent: 887.5 → 8.875. */
export const toPercent = (basisPoints: number): number =>
  inParts(basisPoints, RATE_PARTS) / (100 * RATE_PARTS)

/** `19%`, `8.875%`. */
export const formatBasisPoints = (basisPoints: number): string => `${toPercent(basisPoints)}%`
