import { currencyDigits, formatCard, formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours, formatShortMonth } from '#shared/base/format.ts'
import type { ClientCharts as Charts } from '#shared/overview/charts.ts'
import { AllLink } from '../panel.tsx'
import { ChartPanel, ChartTable } from './chart-panel.tsx'
import { LineChart } from './line-chart.tsx'
import { useCharts } from './use-charts.ts'

/** Payments, one chart per currency, and the hours the agency shares. */
export function ClientCharts() {
  const { data, isComing } = useCharts('client')
  if (data === undefined) return isComing ? <div data-coming /> : null
  const { paid, hours } = data
  return (
    <>
      {paid?.map((own) => (
        <Paid key={own.currency} paid={own} title={paid.length > 1 ? `Paid in ${own.currency}` : 'Paid'} />
      ))}
      {hours !== null && <Hours hours={hours} />}
    </>
  )
}

function Paid({ paid, title }: { paid: NonNullable<Charts['paid']>[number]; title: string }) {
  const { currency, months } = paid
  return (
    <ChartPanel
      title={title}
      action={<AllLink to="/payouts">History</AllLink>}
      chart={
        <LineChart
          label={`${title} in each of the last 12 months`}
          names={months.map(({ month }) => formatShortMonth(month))}
          lines={[{ label: 'This month', tone: 'accent', values: months.map(({ amount }) => amount) }]}
          format={(value) => formatCard(value, currency)}
          unit={10 ** currencyDigits(currency)}
        />
      }
      table={
        <ChartTable
          heads={['Month', 'Paid']}
          rows={months.map(({ month, amount }) => ({
            key: month,
            cells: [formatShortMonth(month), formatMoney(amount, currency)],
          }))}
        />
      }
    />
  )
}

function Hours({ hours }: { hours: NonNullable<Charts['hours']> }) {
  return (
    <ChartPanel
      title="Shared hours"
      action={<AllLink to="/work-log">Work log</AllLink>}
      chart={
        <LineChart
          label="Shared hours in each of the last 12 months"
          names={hours.map(({ month }) => formatShortMonth(month))}
          lines={[{ label: 'This month', tone: 'accent', values: hours.map(({ seconds }) => seconds) }]}
          format={formatHours}
          unit={3600}
        />
      }
      table={
        <ChartTable
          heads={['Month', 'Hours']}
          rows={hours.map(({ month, seconds }) => ({
            key: month,
            cells: [formatShortMonth(month), formatHours(seconds)],
          }))}
        />
      }
    />
  )
}
