import {
  calculateTotals,
  type Discount,
  type InvoiceTotals,
  type LineTotals,
  type MoneyLine,
  type TaxRounding,
} from '../../base/amounts/money.ts'
import { type LineTax, type TaxedPart, taxSummary } from '../../base/amounts/taxes.ts'
import { formatDate } from '../../base/format.ts'

/** An invoice for the whole, for a part in advance, or for the whole minus what was received in advance. */
export const INVOICE_STAGES = ['whole', 'advance', 'final'] as const
export type InvoiceStage = (typeof INVOICE_STAGES)[number]

export const STAGE_NAMES: Record<InvoiceStage, string> = {
  whole: 'Invoice',
  advance: 'Advance invoice',
  final: 'Final invoice',
}

/** Per final invoice. */
export const MAX_ADVANCES = 50

/** An advance invoice of a client and what a final invoice can deduct of it, in minor units. */
export interface AdvanceDto {
  id: string
  number: string
  title: string
  issued_on: string
  project_id: string | null
  currency: string
  total: number
  /** Paid and credit applied, which is what a final invoice deducts. */
  received: number
  /** Not paid; credited when the final invoice is sent. */
  due: number
  /** What was received, by tax rate. */
  parts: TaxedPart[]
  /** Why it can't be deducted, in a sentence; null if it can. */
  problem: string | null
}

/** The part of a line that tells whether it deducts an advance invoice; its net and tax are negative. */
export interface Deductible {
  deducted_invoice_id?: string | null | undefined
  net?: number
  tax?: number
}

export const isDeduction = (line: Deductible): boolean => line.deducted_invoice_id != null

/** A stored quantity is positive; that of a deduction counts as minus one. */
export const signedQuantity = (line: Deductible & { quantity: number }): number =>
  isDeduction(line) ? -line.quantity : line.quantity

interface Totalling {
  pricesIncludeTax?: boolean
  taxRounding?: TaxRounding
}

/** The totals of lines, some of which deduct advance invoices: the discount is only given on the others. */
export function totalsAfterAdvances(
  lines: readonly (MoneyLine & Deductible)[],
  discount: Discount,
  options: Totalling = {},
): InvoiceTotals {
  const work = calculateTotals(
    lines.filter((line) => !isDeduction(line)),
    discount,
    options,
  )
  const left = work.lines.values()
  const all = lines.map((line) => {
    if (!isDeduction(line)) return left.next().value ?? { amount: 0, discount: 0, net: 0, tax: 0 }
    const { net = 0, tax = 0 } = line
    return { amount: options.pricesIncludeTax ? net + tax : net, discount: 0, net, tax }
  })
  settleRounding(lines, all, options.pricesIncludeTax ?? false)
  const sum = (of: 'amount' | 'net' | 'tax') => all.reduce((total, line) => total + line[of], 0)
  return {
    lines: all,
    subtotal: sum('amount'),
    discount: work.discount,
    tax: sum('tax'),
    total: sum('net') + sum('tax'),
  }
}

/**
 * The tax of each advance invoice was rounded, so that together they can have more than the work, by at most a
 * minor unit each. If the remainder is negative for that reason alone, the work states the tax that was charged in
 * advance.
 */
function settleRounding(
  lines: readonly (MoneyLine & Deductible)[],
  totals: LineTotals[],
  pricesIncludeTax: boolean,
): void {
  const deducted = lines.filter(isDeduction)
  for (const bps of new Set(deducted.map((line) => line.tax_bps))) {
    const same = [...lines.entries()].flatMap(([index, line]) => {
      const total = totals[index]
      return line.tax_bps === bps && total !== undefined ? [{ isWork: !isDeduction(line), total }] : []
    })
    const left = (of: 'net' | 'tax') => same.reduce((sum, { total }) => sum + total[of], 0)
    const change = taxToSettle({ net: left('net'), tax: left('tax') }, pricesIncludeTax)
    const [largest] = same
      .flatMap(({ isWork, total }) => (isWork ? [total] : []))
      .toSorted((one, other) => other.tax - one.tax)
    if (largest === undefined || Math.abs(change) > same.filter(({ isWork }) => !isWork).length) continue
    largest.tax += change
    if (pricesIncludeTax) largest.net -= change
  }
}

/** The change of the work's tax that leaves nothing negative; 0 if the work itself is exceeded. */
function taxToSettle({ net, tax }: { net: number; tax: number }, pricesIncludeTax: boolean): number {
  if ((pricesIncludeTax ? net + tax : net) < 0) return 0
  if (tax < 0) return -tax
  return pricesIncludeTax ? Math.min(0, net) : 0
}

type Received = Pick<AdvanceDto, 'id' | 'number' | 'issued_on' | 'parts'>

/**
 * The lines that deduct the advances, one for each of their rates. A rate renamed meanwhile has the name used on
 * the lines of the work, so that the tax summary has it once.
 */
export function deductionLines<Rate extends LineTax>(
  advances: readonly Received[],
  work: readonly Rate[],
  { pricesIncludeTax }: { pricesIncludeTax: boolean },
) {
  return advances.flatMap(({ id, number, issued_on, parts }) =>
    parts
      .filter(({ net, tax }) => net !== 0 || tax !== 0)
      .map(({ net, tax, ...rate }) => {
        const { tax_bps, tax_name, tax_category, tax_note }: LineTax =
          work.find((line) => sameRate(line, rate)) ?? work.find((line) => samePercent(line, rate)) ?? rate
        return {
          description: `Advance invoice ${number} of ${formatDate(issued_on)}`,
          quantity: -1,
          unit: null,
          seconds: null,
          rate: pricesIncludeTax ? net + tax : net,
          discount_bps: 0,
          tax_rate_id: null,
          project_id: null,
          tax_bps,
          tax_name,
          tax_category,
          tax_note,
          net: -net,
          tax: -tax,
          deducted_invoice_id: id,
        }
      }),
  )
}

const samePercent = (one: LineTax, other: LineTax): boolean =>
  one.tax_bps === other.tax_bps && one.tax_category === other.tax_category

const sameRate = (one: LineTax, other: LineTax): boolean =>
  samePercent(one, other) && one.tax_name === other.tax_name

/** The first rate of which more would be deducted than the work has; null if there is none. */
export const overdrawn = (lines: readonly TaxedPart[]): TaxedPart | null =>
  taxSummary(lines).find(({ net, tax }) => net < 0 || tax < 0) ?? null
