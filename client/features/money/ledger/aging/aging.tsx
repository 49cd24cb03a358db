import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { FinanceSummaryDto } from '#shared/money/ledger/finance.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'

const AGES = [
  ['not_due', 'Not due yet'],
  ['days_1_30', '1 to 30 days late'],
  ['days_31_60', '31 to 60 days late'],
  ['days_61_90', '61 to 90 days late'],
  ['over_90', 'More than 90 days late'],
] as const

/** Outstanding amounts by age. */
export function Aging({ summary }: { summary: FinanceSummaryDto | undefined }) {
  return (
    <Panel title="Outstanding by age">
      {summary === undefined ? (
        <Skeleton h={180} data-coming />
      ) : (
        <table className={classes.table}>
          <tbody>
            {AGES.map(([key, label]) => (
              <tr key={key}>
                <td>
                  <Link
                    className={classes.plain}
                    to="/payments"
                    search={{ tab: 'invoices', status: key === 'not_due' ? 'sent' : 'overdue' }}
                  >
                    {label}
                  </Link>
                </td>
                <td className={classes.number}>{formatMoney(summary.outstanding[key], summary.currency)}</td>
              </tr>
            ))}
            <tr>
              <td>
                <strong>Total</strong>
              </td>
              <td className={classes.number}>
                <strong>{formatMoney(summary.outstanding.total, summary.currency)}</strong>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </Panel>
  )
}
