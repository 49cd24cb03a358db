import { Text } from '@mantine/core'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { TAX_CATEGORY_NAMES } from '#shared/base/amounts/taxes.ts'
import { formatCount } from '#shared/base/format.ts'
import { type TaxFigures, type TaxRow, taxLabel } from '#shared/money/ledger/taxes/tax-report.ts'
import { accountsSearch } from '../accounts-search.ts'
import classes from '../finance.module.css'
import { rateText, type ShownRate } from './shown-rate.ts'

interface TaxTableProps {
  rows: readonly TaxRow[]
  total: TaxFigures
  currency: string
  side: ShownRate['side']
  /** Whether all rows are in a single currency, which is this one. */
  only?: string
}

/** Net, tax and gross amounts by rate; each rate links to its documents. */
export function TaxTable({ rows, total, currency, side, only }: TaxTableProps) {
  const [, setState] = useSearchState(accountsSearch)
  const money = (amount: number) => formatMoney(amount, currency)
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {side === 'output' ? 'No sales in this period.' : 'No expenses with tax in this period.'}
      </Text>
    )
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Rate</th>
            <th className={classes.number}>Net</th>
            <th className={classes.number}>Tax</th>
            <th className={classes.number}>Gross</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const rate = rateText({ ...row, side, currency: only ?? null })
            return (
              <tr key={rate}>
                <td>
                  <button type="button" className={classes.figure} onClick={() => setState({ rate }, 'push')}>
                    {taxLabel(row)}
                  </button>
                  <div className={classes.note}>
                    {[
                      row.tax_category !== null &&
                        row.tax_name !== null &&
                        TAX_CATEGORY_NAMES[row.tax_category],
                      countOf(row.count),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </div>
                </td>
                <td className={classes.number}>{money(row.net)}</td>
                <td className={classes.number}>{money(row.tax)}</td>
                <td className={classes.number}>{money(row.gross)}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>Total</td>
            <td className={classes.number}>{money(total.net)}</td>
            <td className={classes.number}>{money(total.tax)}</td>
            <td className={classes.number}>{money(total.gross)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const countOf = (count: number): string => formatCount(count, 'entry', 'entries')
