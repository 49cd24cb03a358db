import { Text } from '@mantine/core'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import type { ReturnTable } from '#shared/money/ledger/returns.ts'
import classes from '../finance.module.css'
import { FigureButton } from './figure-button.tsx'

/** A return's list; the first cell of each line opens its documents. */
export function LineTable({ table, currency }: { table: ReturnTable; currency: string }) {
  const { columns, lines, totals, left_off } = table
  const shown = (cell: string | number | null, money: boolean) =>
    money && cell !== null ? formatMoney(Number(cell), currency) : cell
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing to declare in this period.
      </Text>
    )
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ name, money }) => (
              <th key={name} className={money ? classes.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, cells, count }) => (
            <tr key={key}>
              {columns.map(({ name, money }, index) => {
                const cell = shown(cells[index] ?? null, money)
                return (
                  <td key={name} className={money ? classes.number : undefined}>
                    {index === 0 ? (
                      <FigureButton figure={key} count={count}>
                        {cell}
                      </FigureButton>
                    ) : (
                      cell
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            {columns.map(({ name, money }, index) => (
              <td key={name} className={money ? classes.number : undefined}>
                {index === 0 ? 'Total' : shown(totals[index] ?? null, money)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {left_off > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {`${formatCount(left_off, 'more line is', 'more lines are')} in the CSV file and in the total.`}
        </Text>
      )}
    </div>
  )
}
