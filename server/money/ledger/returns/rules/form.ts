import { currencyDigits } from '#shared/base/amounts/money.ts'
import type { Place } from '#shared/money/ledger/places.ts'
import type { ReturnBox, ReturnRest } from '#shared/money/ledger/returns.ts'
import type { PurchaseTerms } from '#shared/money/ledger/taxes/purchases.ts'
import type { TaxBasis, TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'

/** The rest of sales, of input tax and of purchases without tax: what can't be assigned to a box. */
export const UNASSIGNED = 'unassigned'
export const UNASSIGNED_INPUT = 'unassigned-input'
export const UNASSIGNED_PURCHASES = 'unassigned-purchases'

/** Amounts that the form doesn't treat as sales. */
export const LATE_FEE = 'late-fee'
export const LATE_FEES = { key: LATE_FEE, label: 'Late fees, which aren’t sales', side: 'output' } as const

/** Purchases that the form doesn't ask for. */
export const NOT_ASKED = 'not-asked'

/**
 * Sales, input tax on bills, the rest of bills whose tax can't be deducted, purchases without tax on the bill, the
 * losses in sales, which are stated again as positive amounts, and losses whose tax is relieved later.
 */
const SIDES = ['output', 'input', 'undeducted', 'purchases', 'losses', 'relief'] as const
type FormSide = (typeof SIDES)[number]

/** Groups by the side that they are on. */
type Groups = Partial<Record<FormSide, readonly string[]>>

/** Reads the amount of another box, by its key. */
type OtherBox = (key: string) => number

/**
 * The amounts that a box adds up: for purchases, `tax` is the tax owed, and `deducted` the share of it that can be
 * deducted.
 */
interface Figures extends Groups {
  figure: 'net' | 'tax' | 'deducted'
}

interface BoxDefinition {
  key: string
  code: string | null
  label: string
  /** Whether the form takes units of the currency without their decimals. */
  whole?: boolean
  /** The parts that it adds up. */
  of?: Figures
  /** Computed from other boxes, on the form and in the books. */
  sum?: (box: OtherBox) => number
  /** What the form shows instead of the exact amount, computed from its boxes. */
  onForm?: (box: OtherBox) => number
}

/** A return with numbered boxes. Each part of a sale or expense belongs to one group of its side. */
export interface ReturnForm {
  currency: string
  output: (rate: TaxRate, place: Place) => string
  /** Groups of sales that count by date of issue, also where the others count by that of payment. */
  byIssue?: readonly string[]
  /** Groups of sales whose losses are relieved later: until then, they are one of the rest. */
  relief?: { of: readonly string[]; rest: string }
  input: (rate: TaxRate) => string
  purchases: (terms: PurchaseTerms) => string
  boxes: readonly BoxDefinition[]
  /** Groups that are in no box. */
  rest: readonly { key: string; label: string; side: Exclude<FormSide, 'undeducted' | 'losses' | 'relief'> }[]
}

/** What was received in a group that counts by date of issue, one of the rest. */
export const receivedIn = (group: string): string => `${group}-received`

/** A sale, or what corrects one. */
interface Sale {
  kind: string
  place: Place
  /** Whether it is a loss that earlier versions relieved at once. */
  lossAtOnce?: boolean | undefined
}

/** The group of a sale in the tax report by date of issue or of payment. */
export const saleGroup =
  ({ output, byIssue = [], relief }: Pick<ReturnForm, 'output' | 'byIssue' | 'relief'>, basis: TaxBasis) =>
  (rate: TaxRate, { kind, place, lossAtOnce = false }: Sale): string => {
    const group = output(rate, place)
    if (kind === 'write_off' && !lossAtOnce && relief?.of.includes(group)) return relief.rest
    return basis === 'paid' && byIssue.includes(group) ? receivedIn(group) : group
  }

/** How the groups count in a return by the basis. */
export const basisOf = (
  { byIssue = [] }: Pick<ReturnForm, 'byIssue'>,
  groups: readonly string[],
  basis: TaxBasis,
): TaxBasis => (groups.some((group) => byIssue.includes(group)) ? 'issued' : basis)

export interface GroupSum {
  net: number
  tax: number
  /** If it isn't all of the tax. */
  deducted?: number
  count: number
}

export const NOTHING: GroupSum = { net: 0, tax: 0, count: 0 }

/** The groups of each side, by name. */
export type GroupSums = Readonly<Record<FormSide, ReadonlyMap<string, GroupSum>>>

export function addToGroup(sums: Map<string, GroupSum>, group: string, more: GroupSum): void {
  const sum = sums.get(group) ?? NOTHING
  sums.set(group, {
    net: sum.net + more.net,
    tax: sum.tax + more.tax,
    deducted: figureOf(sum, 'deducted') + figureOf(more, 'deducted'),
    count: sum.count + more.count,
  })
}

const figureOf = (sum: GroupSum, figure: Figures['figure']): number =>
  figure === 'deducted' ? (sum.deducted ?? sum.tax) : sum[figure]

/** Drops the decimals, including those of negative amounts. */
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
    const own = SIDES.flatMap((side) => of?.[side]?.map((group) => sums[side].get(group) ?? NOTHING) ?? [])
    const exact = of
      ? own.reduce((total, group) => total + figureOf(group, of.figure), 0)
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
  rest.flatMap((named) => restRow(named, sums[named.side].get(named.key)))

export const restRow = (
  { key, label }: Pick<ReturnRest, 'key' | 'label'>,
  sum: GroupSum | undefined,
): ReturnRest[] => (sum === undefined ? [] : [{ key, label, net: sum.net, tax: sum.tax, count: sum.count }])

/** The parts behind a box or the rest; null if the key names none. */
export function groupsBehind(form: ReturnForm, key: string): Partial<Figures> | null {
  const rest = form.rest.find((other) => other.key === key)
  if (rest !== undefined) return { [rest.side]: [key] }
  return form.boxes.find((box) => box.key === key)?.of ?? null
}
