import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { QueryState } from '#client/components/states/query-state.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatShortMonth } from '#shared/base/format.ts'
import type { FinanceSummaryDto } from '#shared/money/ledger/finance.ts'
import { lastYear } from '#shared/money/ledger/periods.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'

const MonthsChart = lazyComponent(() => import('./months-chart.tsx'), 'MonthsChart')

const CHART_HEIGHT = 200

/** Revenue and expenses of the last twelve months, as a chart or as a table. */
export function Months() {
  const query = trpc.finance.summary.useQuery(lastYear(today(useBooksZone())))
  const { data } = query
  const [view, setView] = useState('chart')
  return (
    <Panel title="Last 12 months">
      {data === undefined ? (
        <QueryState query={query} loading={<Skeleton h={CHART_HEIGHT} data-coming />} />
      ) : data.months.length === 0 ? (
        <Text size="sm" c="dimmed">
          Monthly revenue and expenses appear here.
        </Text>
      ) : (
        <>
          <SegmentedControl
            aria-label="View"
            size="xs"
            w="fit-content"
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={view}
            onChange={setView}
          />
          {view === 'table' ? (
            <MonthsTable summary={data} />
          ) : (
            <Suspense fallback={<Skeleton h={CHART_HEIGHT} data-coming />}>
              <MonthsChart summary={data} height={CHART_HEIGHT} />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  )
}

function MonthsTable({ summary }: { summary: FinanceSummaryDto }) {
  const money = (amount: number) => formatMoney(amount, summary.currency)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Month</th>
          <th className={classes.number}>Revenue</th>
          <th className={classes.number}>Expenses</th>
          <th className={classes.number}>Net</th>
        </tr>
      </thead>
      <tbody>
        {summary.months.map((row) => (
          <tr key={row.month}>
            <td>{formatShortMonth(row.month)}</td>
            <td className={classes.number}>{money(row.revenue)}</td>
            <td className={classes.number}>{money(row.expenses)}</td>
            <td className={classes.number}>{money(row.net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
