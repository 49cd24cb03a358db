/**
 * Independent invoice arithmetic: exact fractions, derived from the law rather than the tested code. Amounts are minor
 * units as BigInt.
 */

export interface ReferenceLine {
  /** Thousandths. */
  quantity: bigint
  rate: bigint
  discountBps: bigint
  taxBps: bigint
  /** The key the line is totaled under. */
  key: string
}

export interface ReferenceSums {
  net: bigint
  tax: bigint
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** A fraction rounded to an integer, half away from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [abs(numerator) / denominator, abs(numerator) % denominator]
  const rounded = rest * 2n >= denominator ? whole + 1n : whole
  return numerator < 0n ? -rounded : rounded
}

/** Splits an amount by weight; remainders go to the largest fractions, ties to the first. */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights.map(() => 0n)
  const floors = weights.map((weight) => (amount * weight) / whole)
  const missing = Number(amount - floors.reduce((sum, part) => sum + part, 0n))
  const order = weights.map((weight, index) => ({ index, cut: (amount * weight) % whole }))
  order.sort((one, other) => (one.cut === other.cut ? one.index - other.index : one.cut < other.cut ? 1 : -1))
  for (const { index } of order.slice(0, missing)) floors[index] = (floors[index] ?? 0n) + 1n
  return floors
}

type ReferenceDiscount = { percentBps: bigint } | { amount: bigint }

/** What is charged for each line after the discount. */
function chargedFor(lines: readonly ReferenceLine[], discount: ReferenceDiscount): bigint[] {
  const amounts = lines.map((line) => {
    const full = nearest(line.quantity * line.rate, 1000n)
    return full - nearest(full * line.discountBps, 10_000n)
  })
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n)
  const off =
    'percentBps' in discount
      ? nearest(subtotal * discount.percentBps, 10_000n)
      : discount.amount < subtotal
        ? discount.amount
        : subtotal
  const shares = shareOut(off, amounts)
  return amounts.map((amount, index) => amount - (shares[index] ?? 0n))
}

const taxOn = (charged: bigint, bps: bigint, inclusive: boolean): bigint =>
  inclusive ? nearest(charged * bps, 10_000n + bps) : nearest(charged * bps, 10_000n)

/** Net and tax by key, in the order of the lines; tax is rounded on each line. */
export function byHand(
  lines: readonly ReferenceLine[],
  discount: ReferenceDiscount,
  inclusive: boolean,
): Map<string, ReferenceSums> {
  const amounts = chargedFor(lines, discount)
  const sums = new Map<string, ReferenceSums>()
  for (const [index, line] of lines.entries()) {
    const charged = amounts[index] ?? 0n
    const tax = taxOn(charged, line.taxBps, inclusive)
    const sum = sums.get(line.key) ?? { net: 0n, tax: 0n }
    sums.set(line.key, { net: sum.net + (inclusive ? charged - tax : charged), tax: sum.tax + tax })
  }
  return sums
}

/** The same with tax rounded once for each key. */
export function byHandOnce(
  lines: readonly ReferenceLine[],
  discount: ReferenceDiscount,
  inclusive: boolean,
): Map<string, ReferenceSums> {
  const amounts = chargedFor(lines, discount)
  return new Map(
    [...Map.groupBy(lines.entries(), ([, line]) => line.key)].map(([key, own]) => {
      const charged = own.reduce((sum, [index]) => sum + (amounts[index] ?? 0n), 0n)
      const tax = taxOn(charged, own[0]?.[1].taxBps ?? 0n, inclusive)
      return [key, { net: inclusive ? charged - tax : charged, tax }]
    }),
  )
}

/** Net and tax of each line, whose taxes add up to that of their key. */
export function linesByHand(
  lines: readonly ReferenceLine[],
  discount: ReferenceDiscount,
  inclusive: boolean,
): ReferenceSums[] {
  const amounts = chargedFor(lines, discount)
  const sums = byHandOnce(lines, discount, inclusive)
  const taxes = lines.map(() => 0n)
  for (const [key, own] of Map.groupBy(lines.keys(), (index) => lines[index]?.key ?? '')) {
    const parts = shareOut(
      sums.get(key)?.tax ?? 0n,
      own.map((index) => amounts[index] ?? 0n),
    )
    for (const [at, index] of own.entries()) taxes[index] = parts[at] ?? 0n
  }
  return amounts.map((charged, index) => {
    const tax = taxes[index] ?? 0n
    return { net: inclusive ? charged - tax : charged, tax }
  })
}

export const grossOf = (sums: Iterable<ReferenceSums>): bigint => {
  let gross = 0n
  for (const { net, tax } of sums) gross += net + tax
  return gross
}

/** How much of each key a credit covers: its share of what is left, including its tax. */
export function creditByHand(left: Map<string, ReferenceSums>, amount: bigint): Map<string, ReferenceSums> {
  const keys = [...left.keys()]
  const shares = shareOut(
    amount,
    keys.map((key) => grossOf([left.get(key) ?? { net: 0n, tax: 0n }])),
  )
  const credit = new Map<string, ReferenceSums>()
  for (const [index, key] of keys.entries()) {
    const share = shares[index] ?? 0n
    const of = left.get(key) ?? { net: 0n, tax: 0n }
    if (share === 0n) continue
    const tax = nearest(share * of.tax, of.net + of.tax)
    credit.set(key, { net: share - tax, tax })
  }
  return credit
}

/** How much of each key a payment covers. */
export function paymentByHand(left: Map<string, ReferenceSums>, amount: bigint): Map<string, ReferenceSums> {
  const parts = [...left]
  const shares = shareOut(
    amount,
    parts.flatMap(([, { net, tax }]) => [net, tax]),
  )
  return new Map(
    parts.map(([key], index) => [key, { net: shares[2 * index] ?? 0n, tax: shares[2 * index + 1] ?? 0n }]),
  )
}

export function addTo(sums: Map<string, ReferenceSums>, more: Map<string, ReferenceSums>, sign = 1n): void {
  for (const [key, { net, tax }] of more) {
    const sum = sums.get(key) ?? { net: 0n, tax: 0n }
    sums.set(key, { net: sum.net + sign * net, tax: sum.tax + sign * tax })
  }
}

/** Reproducible numbers from a seed, between 0 and 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
