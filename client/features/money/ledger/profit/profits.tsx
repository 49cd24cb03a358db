import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import {
  marginPercent,
  type ProfitFigures,
  type ProfitGroup,
  type ProfitListDto,
} from '#shared/money/ledger/profit.ts'
import { accountsSearch } from '../accounts-search.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'
import { usePeriod } from '../period-picker.tsx'
import { MissingRates } from '../rates/missing-rates.tsx'

/** Revenue, cost and margin of the period by project or client. */
export function Profits() {
  const [{ basis, by }, setState] = useSearchState(accountsSearch)
  const period = usePeriod()
  const list = trpc.finance.profits.useQuery({ ...period, basis, by }, { placeholderData: (old) => old })
  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Counted by"
          data={[
            { value: 'issued', label: 'By issue date' },
            { value: 'paid', label: 'By payment date' },
          ]}
          value={basis}
          onChange={(value) => setState({ basis: accountsSearch.params.basis(value) })}
        />
        <SegmentedControl
          aria-label="Listed by"
          data={[
            { value: 'project', label: 'Projects' },
            { value: 'client', label: 'Clients' },
          ]}
          value={by}
          onChange={(value) => setState({ by: accountsSearch.params.by(value) })}
        />
      </Group>
      <MissingRates />
      {list.data === undefined ? (
        <QueryState query={list} loading={<Skeleton h={320} data-coming />} />
      ) : (
        <Panel title={by === 'project' ? 'Profit by project' : 'Profit by client'}>
          <Text size="sm" c="dimmed">
            {basis === 'issued'
              ? 'Invoices less credit notes and write-offs; hours when worked, and expenses.'
              : 'Payments received; expenses and payouts when paid.'}
          </Text>
          <ProfitTable list={list.data} by={by} />
        </Panel>
      )}
    </>
  )
}

function ProfitTable({ list, by }: { list: ProfitListDto; by: ProfitGroup }) {
  const { rows, others, total, currency, without_rate } = list
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No data for this period.
      </Text>
    )
  }
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{by === 'project' ? 'Project' : 'Client'}</th>
              <th className={classes.number}>Revenue</th>
              <th className={classes.number}>Cost</th>
              <th className={classes.number}>Margin</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, ...figures }) => (
              <tr key={id}>
                <td>{id === null ? `No ${by}` : <RecordLink by={by} id={id} name={name ?? ''} />}</td>
                <FigureCells figures={figures} currency={currency} />
              </tr>
            ))}
            {others.count > 0 && (
              <tr>
                <td>{others.count} more</td>
                <FigureCells figures={others} currency={currency} />
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <FigureCells figures={total} currency={currency} />
            </tr>
          </tfoot>
        </table>
      </div>
      {without_rate > 0 && (
        <Text size="xs" c="dimmed">
          {`${formatCount(without_rate, 'amount is', 'amounts are')} left out: the exchange rate is missing.`}
        </Text>
      )}
    </>
  )
}

const RecordLink = ({ by, id, name }: { by: ProfitGroup; id: string; name: string }) =>
  by === 'project' ? (
    <Link to="/projects" search={{ project: id, tab: 'money' }} className={classes.plain}>
      {name}
    </Link>
  ) : (
    <Link to="/clients" search={{ client: id }} className={classes.plain}>
      {name}
    </Link>
  )

function FigureCells({ figures, currency }: { figures: ProfitFigures; currency: string }) {
  const percent = marginPercent(figures)
  return (
    <>
      <td className={classes.number}>{formatMoney(figures.revenue, currency)}</td>
      <td className={classes.number}>{formatMoney(figures.cost, currency)}</td>
      <td className={classes.number}>
        {formatMoney(figures.margin, currency)}
        {percent !== null && <div className={classes.note}>{percent}%</div>}
      </td>
    </>
  )
}
