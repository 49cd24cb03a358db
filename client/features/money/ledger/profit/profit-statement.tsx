import { Skeleton, Stack, Text } from '@mantine/core'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount, formatHours } from '#shared/base/format.ts'
import { COST_PARTS, marginPercent, type ProfitDto, REVENUE_PARTS } from '#shared/money/ledger/profit.ts'
import classes from './profit.module.css'
import { type ProfitOf, ProfitPartRow } from './profit-part-row.tsx'

/** A project's or client's revenue, cost and margin; each part opens the rows behind it. */
export function ProfitStatement({ of }: { of: ProfitOf }) {
  const profit = trpc.finance.profit.useQuery(of)
  if (profit.data === undefined) {
    return <QueryState query={profit} loading={<Skeleton h={220} data-coming />} />
  }
  return (
    <Stack gap="md">
      <Figures profit={profit.data} />
      <Parts profit={profit.data} of={of} />
    </Stack>
  )
}

function Figures({ profit }: { profit: ProfitDto }) {
  const { revenue, cost, margin, received, currency } = profit
  const money = (amount: number) => formatMoney(amount, currency)
  const percent = marginPercent(profit)
  return (
    <dl className={classes.figures}>
      <Figure label="Revenue" amount={money(revenue)} hint={`${money(received)} received`} />
      <Figure label="Cost" amount={money(cost)} />
      <Figure
        label="Margin"
        amount={money(margin)}
        negative={margin < 0}
        {...(percent !== null && { hint: `${percent}% of revenue` })}
      />
    </dl>
  )
}

interface FigureProps {
  label: string
  amount: string
  hint?: string
  negative?: boolean
}

const Figure = ({ label, amount, hint, negative = false }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={classes.amount} data-negative={negative || undefined}>
      {amount}
    </dd>
    {hint !== undefined && <dd className={classes.hint}>{hint}</dd>}
  </div>
)

function Parts({ profit, of }: { profit: ProfitDto; of: ProfitOf }) {
  const { parts, currency, seconds, without_rate } = profit
  const shown = [...REVENUE_PARTS, ...COST_PARTS].filter((part) => parts[part] !== 0)
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Invoices, recorded hours and expenses appear here.
      </Text>
    )
  }
  return (
    <>
      <ul className={classes.parts} aria-label="Revenue and cost">
        {shown.map((part) => (
          <ProfitPartRow
            key={part}
            part={part}
            amount={parts[part]}
            currency={currency}
            note={part === 'hours' ? formatHours(seconds) : null}
            of={of}
          />
        ))}
      </ul>
      {without_rate > 0 && (
        <Text size="xs" c="dimmed">
          {`${formatCount(without_rate, 'amount is', 'amounts are')} left out: the exchange rate is missing.`}
        </Text>
      )}
    </>
  )
}
