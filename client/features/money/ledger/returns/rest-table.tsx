import { Text } from '@mantine/core'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { ReturnFigures, ReturnRest } from '#shared/money/ledger/returns.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'
import { FigureButton } from './figure-button.tsx'

interface RestTableProps {
  rest: readonly ReturnRest[]
  currency: string
  /** Totals of the tax report. */
  sales: ReturnFigures
  input: ReturnFigures
}

/** What isn't included in the return, and the totals of the tax report for comparison. */
export function RestTable({ rest, currency, sales, input }: RestTableProps) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <Panel title="Not in this return">
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Reason</th>
              <th className={classes.number}>Net</th>
              <th className={classes.number}>Tax</th>
            </tr>
          </thead>
          <tbody>
            {rest.map(({ key, label, net, tax, count }) => (
              <tr key={key}>
                <td>
                  <FigureButton figure={key} count={count}>
                    {label}
                  </FigureButton>
                </td>
                <td className={classes.number}>{money(net)}</td>
                <td className={classes.number}>{money(tax)}</td>
              </tr>
            ))}
            {rest.length === 0 && (
              <tr>
                <td colSpan={3}>Nothing is left to assign.</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <Text size="xs" c="dimmed">
        {`The tax report of this period has sales of ${money(sales.net)} with ${money(sales.tax)} tax, and input tax of ${money(input.tax)}.`}
      </Text>
    </Panel>
  )
}
