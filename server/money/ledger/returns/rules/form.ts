import { currencyDigits } from '#shared/base/amounts/money.ts'
import type { Place } from '#shared/money/ledger/places.ts'
import type { ReturnBox, ReturnRest } from '#shared/money/ledger/returns.ts'
import type { TaxRate } from '#shared/money/ledger/tax-report.ts'

/** The rest of sales and of input tax: what can't be assigned to a box. */
export const UNASSIGNED = 'unassigned'
export const UNASSIGNED_INPUT = 'unassigned-input'

/** Reads the amount of another box, by its key. */
type OtherBox = (key: string) => number

interface BoxDefinition {
  key: string
  code: string | null
  label: string
  /** Whether the form takes units of the currency without their decimals. */
  whole?: boolean
  /** The parts that it adds up. */
  of?: { side: 'output' | 'input'; groups: readonly string[]; figure: 'net' | 'tax' }
  /** Computed from other boxes, on the form and in the books. */
  sum?: (box: OtherBox) => number
  /** What the form shows instead of the exact amount, computed from its boxes. */
  onForm?: (box: OtherBox) => number
}

/** A return with numbered boxes. Each part of a sale or expense belongs to one group. */
export interface ReturnForm {
  currency: string
  output: (rate: TaxRate, place: Place) => string
  input: (rate: TaxRate) => string
  boxes: readonly BoxDefinition[]
  /** Groups that are in no box. */
  rest: readonly { key: string; label: string }[]
}

export interface GroupSum {
  net: number
  tax: number
  count: number
}

export const NOTHING: GroupSum = { net: 0, tax: 0, count: 0 }

/** Groups of sales and of input tax, by name. */
export interface GroupSums {
  output: ReadonlyMap<string, GroupSum>
  input: ReadonlyMap<string, GroupSum>
}

export function addToGroup(sums: Map<string, GroupSum>, group: string, more: GroupSum): void {
  const { net, tax, count } = sums.get(group) ?? NOTHING
  sums.set(group, { net: net + more.net, tax: tax + more.tax, count: count + more.count })
}

/** Drops the decimals, of negative amounts, too. */
export function wholeUnits(amount: number, currency: string): number {
  const unit = 10 ** currencyDigits(currency)
  return Math.trunc(amount / unit) * unit + 0
}

/** Rounds once, on each box's sum. */
export function fillBoxes(form: ReturnForm, sums: GroupSums, currency: string): ReturnBox[] {
  const boxes = new Map<string, ReturnBox>()
  const filled = (key: string): ReturnBox => {
    const box = boxes.get(key)
    if (box === undefined) throw new Error(`Box ${key} is computed before it is filled`)
    return box
  }
  for (const { key, code, label, whole = false, of, sum, onForm } of form.boxes) {
    const own = of?.groups.map((group) => sums[of.side].get(group) ?? NOTHING) ?? []
    const exact = of
      ? own.reduce((total, group) => total + group[of.figure], 0)
      : (sum?.((other) => filled(other).exact) ?? 0)
    const stated = onForm ?? sum
    const unrounded = stated ? stated((other) => filled(other).form) : exact
    boxes.set(key, {
      key,
      code,
      label,
      form: whole ? wholeUnits(unrounded, currency) : unrounded,
      exact,
      count: of ? own.reduce((total, group) => total + group.count, 0) : null,
    })
  }
  return [...boxes.values()]
}

/** Empty groups are left out. */
export const restOf = (rest: ReturnForm['rest'], sums: GroupSums): ReturnRest[] =>
  rest.flatMap(({ key, label }) => {
    const sum = sums[sideOfRest(key)].get(key)
    return sum === undefined ? [] : [{ key, label, ...sum }]
  })

export const sideOfRest = (key: string): 'output' | 'input' => (key === UNASSIGNED_INPUT ? 'input' : 'output')

/** The parts behind a box or the rest; null if the key names none. */
export function groupsBehind(
  form: ReturnForm,
  key: string,
): { side: 'output' | 'input'; groups: readonly string[] } | null {
  if (form.rest.some((rest) => rest.key === key)) return { side: sideOfRest(key), groups: [key] }
  return form.boxes.find((box) => box.key === key)?.of ?? null
}
