import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useReducedMotion } from '@mantine/hooks'
import dayjs from 'dayjs'
import type { FinanceSummaryDto } from '#shared/finance.ts'
import { currencyDigits, formatCard } from '#shared/money.ts'

/** Two quiet bars a month. The same figures are in the table beside it. */
export function MonthsChart({ summary, height }: { summary: FinanceSummaryDto; height: number }) {
  const still = useReducedMotion()
  const unit = 10 ** currencyDigits(summary.currency)
  return (
    <div role="img" aria-label="Revenue and expenses by month; the table has the same figures">
      <BarChart
        h={height}
        data={summary.months.map((row) => ({
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
        barProps={{ isAnimationActive: !still, animationDuration: 150 }}
        yAxisProps={{ width: 72 }}
        withLegend
        tickLine="none"
        gridAxis="x"
      />
    </div>
  )
}
