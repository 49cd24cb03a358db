import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useReducedMotion } from '@mantine/hooks'
import dayjs from 'dayjs'
import type { FinanceSummaryDto } from '#shared/finance.ts'
import { currencyDigits, formatCard } from '#shared/money.ts'
import { everyMonth } from './period.ts'

/** Two bars per month. The table shows the same figures. */
export function MonthsChart({ summary, height }: { summary: FinanceSummaryDto; height: number }) {
  const { from, to, months } = summary
  const rows =
    from === null || to === null
      ? months
      : everyMonth({ from, to }, months, { revenue: 0, expenses: 0, net: 0 })
  const still = useReducedMotion()
  const unit = 10 ** currencyDigits(summary.currency)
  return (
    <div role="img" aria-label="Revenue and expenses by month. The table shows the same figures.">
      <BarChart
        h={height}
        data={rows.map((row) => ({
          month: dayjs(`${row.month}-01`).format('MMM'),
          Revenue: row.revenue / unit,
          Expenses: row.expenses / unit,
        }))}
        dataKey="month"
        series={[
          { name: 'Revenue', color: 'pine.6' },
          { name: 'Expenses', color: 'gray.5' },
        ]}
        valueFormatter={(value) => formatCard(Math.round(value * unit), summary.currency)}
        maxBarWidth={28}
        barProps={{ isAnimationActive: !still, animationDuration: 150 }}
        yAxisProps={{ width: 72 }}
        withLegend
        tickLine="none"
        gridAxis="x"
      />
    </div>
  )
}
