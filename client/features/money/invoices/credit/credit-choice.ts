import { toThousandths } from '#shared/base/amounts/money.ts'
import type { CreditableDto } from '#shared/money/invoices/credit.ts'
import { creditLineParts } from '#shared/money/invoices/lines/line-credit.ts'
import type { CreditLine } from '#shared/money/invoices/schemas/lines.ts'

/** How much of a line to credit, while it is being chosen. */
export interface LineChoice {
  position: number
  chosen: boolean
  by: 'rest' | 'quantity' | 'amount'
  quantity: number | null
  /** Minor units; null while the text isn't a valid amount. */
  amount: number | null
}

/** The selected lines as the server's input. */
export const chosenLines = (choices: readonly LineChoice[]): CreditLine[] =>
  choices
    .filter(({ chosen }) => chosen)
    .map(({ position, by, quantity, amount }) => ({
      position,
      ...(by === 'quantity' && { quantity: quantity ?? 0 }),
      ...(by === 'amount' && { amount: amount ?? 0 }),
    }))

/** Minor units including tax, calculated as on the server; 0 while a line exceeds what is left. */
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
