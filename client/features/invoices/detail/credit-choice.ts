import type { CreditableDto } from '#shared/credit.ts'
import type { CreditLine } from '#shared/invoices.ts'
import { creditLineParts } from '#shared/line-credit.ts'
import { toThousandths } from '#shared/money.ts'

/** How much of a line is to be credited, while it is being chosen. */
export interface LineChoice {
  position: number
  chosen: boolean
  by: 'rest' | 'quantity' | 'amount'
  /** Text while being edited. */
  quantity: number | string
  /** Minor units; null while the text is none. */
  amount: number | null
}

/** What is sent of the chosen lines. */
export const chosenLines = (choices: readonly LineChoice[]): CreditLine[] =>
  choices
    .filter(({ chosen }) => chosen)
    .map(({ position, by, quantity, amount }) => ({
      position,
      ...(by === 'quantity' && { quantity: Number(quantity) }),
      ...(by === 'amount' && { amount: amount ?? 0 }),
    }))

/** Minor units with tax, by the server's own calculation; 0 while a line asks for more than is left. */
export function creditedAmount(creditable: CreditableDto, choices: readonly LineChoice[]): number {
  const lines = creditable.lines.map((line) => ({
    ...line,
    quantity: toThousandths(line.quantity),
    leftQuantity: toThousandths(line.left_quantity),
    leftNet: line.left_net,
    leftTax: line.left_tax,
  }))
  const parts = creditLineParts(lines, chosenLines(choices), {
    pricesIncludeTax: creditable.prices_include_tax,
  })
  return (parts ?? []).reduce((sum, part) => sum + part.net + part.tax, 0)
}
