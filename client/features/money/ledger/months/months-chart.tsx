import { Tooltip } from '@mantine/core'
import { currencyDigits, formatCard } from '#shared/base/amounts/money.ts'
import { formatShortMonth } from '#shared/base/format.ts'
import type { FinanceSummaryDto } from '#shared/money/ledger/finance.ts'
import { chartScale } from './chart-scale.ts'
import { everyMonth } from './every-month.ts'
import classes from './months-chart.module.css'

const SERIES = [
  { key: 'revenue', label: 'Revenue' },
  { key: 'expenses', label: 'Expenses' },
] as const

/** Two bars per month. The table shows the same figures. */
export function MonthsChart({ summary, height }: { summary: FinanceSummaryDto; height: number }) {
  const { from, to, months, currency } = summary
  const rows =
    from === null || to === null
      ? months
      : everyMonth({ from, to }, months, { revenue: 0, expenses: 0, net: 0 })
  const unit = 10 ** currencyDigits(currency)
  const scale = chartScale(rows.flatMap(({ revenue, expenses }) => [revenue / unit, expenses / unit]))
  const place = (value: number) => `${scale.place(value / unit) * 100}%`
  return (
    <div
      role="img"
      aria-label="Revenue and expenses by month. The table shows the same figures."
      className={classes.chart}
    >
      <div className={classes.legend}>
        {SERIES.map(({ key, label }) => (
          <span key={key} data-series={key}>
            {label}
          </span>
        ))}
      </div>
      <div className={classes.plot} style={{ height }}>
        {scale.ticks.map((tick) => (
          <div key={tick} className={classes.tick} style={{ bottom: place(tick * unit) }}>
            <span>{formatCard(Math.round(tick * unit), currency)}</span>
          </div>
        ))}
        <div className={classes.months}>
          {rows.map((row) => (
            <Tooltip
              key={row.month}
              label={SERIES.map(({ key, label }) => `${label} ${formatCard(row[key], currency)}`).join(', ')}
            >
              <div className={classes.month}>
                {SERIES.map(({ key }) => (
                  <div
                    key={key}
                    className={classes.bar}
                    data-series={key}
                    style={{
                      bottom: place(Math.min(row[key], 0)),
                      height: `${(scale.place(Math.abs(row[key]) / unit) - scale.place(0)) * 100}%`,
                    }}
                  />
                ))}
                <span className={classes.name}>{formatShortMonth(row.month).slice(0, 3)}</span>
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
    </div>
  )
}
