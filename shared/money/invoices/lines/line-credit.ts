import { allocate, fromThousandths, multiplyRatio, toThousandths } from '../../../base/amounts/money.ts'
import type { LineTax, TaxedPart } from '../../../base/amounts/taxes.ts'
import { type Deductible, isDeduction } from '../deductions.ts'
import type { CreditLine } from '../schemas/lines.ts'

/** A line of an invoice; the quantity is in thousandths. */
export interface InvoicedLine extends TaxedPart, Pick<Deductible, 'deducted_invoice_id'> {
  position: number
  description: string
  quantity: number
  unit: string | null
}

/** A line of an earlier credit note; without a position it credited an amount of the whole invoice. */
export interface CreditedLine extends TaxedPart {
  credited_position: number | null
  credited_quantity: number | null
}

/** A line with its remaining amount and quantity. */
export interface LeftLine extends InvoicedLine {
  leftNet: number
  leftTax: number
  leftQuantity: number
}

/**
 * What credit notes, oldest first, have left of each line. A credited amount is spread over the remaining lines of
 * its rate, so that the lines' remainders add up to the invoice's by rate. The same applies to a final invoice's
 * deductions.
 */
export function leftOfLines(lines: readonly InvoicedLine[], credited: readonly CreditedLine[]): LeftLine[] {
  const left = lines
    .filter((line) => !isDeduction(line))
    .map((line) => ({
      ...line,
      leftNet: line.net,
      leftTax: line.tax,
      leftQuantity: line.quantity,
    }))
  const deducted = lines.filter(isDeduction).map(({ net, tax, ...line }) => ({
    ...line,
    net: -net,
    tax: -tax,
    credited_position: null,
    credited_quantity: null,
  }))
  for (const part of [...deducted, ...credited]) {
    const position = part.credited_position
    const of = left.filter((line) => (position === null ? sameRate(line, part) : line.position === position))
    const nets = shares(part.net, of, 'leftNet')
    const taxes = shares(part.tax, of, 'leftTax')
    of.forEach((line, index) => {
      line.leftNet -= nets[index] ?? 0
      line.leftTax -= taxes[index] ?? 0
      line.leftQuantity = Math.max(0, line.leftQuantity - (part.credited_quantity ?? 0))
    })
  }
  return left
}

/** The positions of lines that credit notes have credited in full. What advance invoices settled isn't credited. */
export const creditedInFull = (lines: readonly InvoicedLine[], credited: readonly CreditedLine[]): number[] =>
  leftOfLines(
    lines.filter((line) => !isDeduction(line)),
    credited,
  )
    .filter(({ net, tax, leftNet, leftTax }) => net + tax > 0 && leftNet === 0 && leftTax === 0)
    .map((line) => line.position)

const shares = (amount: number, lines: readonly LeftLine[], left: 'leftNet' | 'leftTax'): number[] =>
  allocate(
    amount,
    lines.map((line) => line[left]),
  )

const sameRate = (a: LineTax, b: LineTax): boolean =>
  a.tax_bps === b.tax_bps && a.tax_name === b.tax_name && a.tax_category === b.tax_category

/** The part of a line that a credit note credits. */
export interface LineCredit extends TaxedPart {
  description: string
  credited_position: number
  credited_quantity: number
}

/**
 * The credited parts of lines with their tax. A line's last part takes its rounding remainder, so that
 * crediting everything in steps equals the invoice. Null if a line is missing or the request exceeds what is
 * left.
 */
export function creditLineParts(
  left: readonly LeftLine[],
  chosen: readonly CreditLine[],
  { pricesIncludeTax }: { pricesIncludeTax: boolean },
): LineCredit[] | null {
  if (new Set(chosen.map((choice) => choice.position)).size < chosen.length) return null
  const parts = chosen.map((choice) => {
    const line = left.find(({ position }) => position === choice.position)
    const share = line && shareOf(line, choice, pricesIncludeTax)
    if (!line || !share || share.net + share.tax <= 0) return null
    const { tax_bps, tax_name, tax_category, tax_note, position } = line
    return {
      tax_bps,
      tax_name,
      tax_category,
      tax_note,
      net: share.net,
      tax: share.tax,
      description: describe(line, share.quantity),
      credited_position: position,
      credited_quantity: share.quantity,
    }
  })
  return parts.includes(null) ? null : parts.filter((part) => part !== null)
}

interface Share {
  net: number
  tax: number
  /** Thousandths; 0 for a credited amount. */
  quantity: number
}

function shareOf(line: LeftLine, choice: CreditLine, pricesIncludeTax: boolean): Share | null {
  const { leftNet, leftTax, leftQuantity } = line
  if (choice.quantity !== undefined) return shareByQuantity(line, toThousandths(choice.quantity))
  if (choice.amount === undefined) return { net: leftNet, tax: leftTax, quantity: leftQuantity }
  const whole = pricesIncludeTax ? leftNet + leftTax : leftNet
  if (choice.amount > whole) return null
  if (choice.amount === whole) return { net: leftNet, tax: leftTax, quantity: leftQuantity }
  const tax = multiplyRatio(choice.amount, leftTax, whole)
  return { net: pricesIncludeTax ? choice.amount - tax : choice.amount, tax, quantity: 0 }
}

/** The difference between the cumulative shares before and after, so that parts add up to the line. */
function shareByQuantity(line: LeftLine, quantity: number): Share | null {
  const { leftNet, leftTax, leftQuantity } = line
  if (quantity > leftQuantity) return null
  if (quantity === leftQuantity) return { net: leftNet, tax: leftTax, quantity }
  const before = line.quantity - leftQuantity
  const step = (amount: number) =>
    multiplyRatio(amount, before + quantity, line.quantity) - multiplyRatio(amount, before, line.quantity)
  return {
    net: Math.min(step(line.net), leftNet),
    tax: Math.min(step(line.tax), leftTax),
    quantity,
  }
}

function describe(line: LeftLine, quantity: number): string {
  if (quantity === 0 || quantity === line.quantity) return line.description
  const unit = line.unit === null ? '' : ` ${line.unit}`
  return `${line.description} (${fromThousandths(quantity)} of ${fromThousandths(line.quantity)}${unit})`
}
