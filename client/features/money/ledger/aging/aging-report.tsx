import { Group, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ExportLink } from '#client/components/lists/export-button.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import { AGE_BUCKETS, type Aging, type AgingReportDto } from '#shared/money/ledger/finance.ts'
import { booksAddress } from '../books-address.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'
import { MissingRates } from '../rates/missing-rates.tsx'

const HEADINGS: Record<keyof Aging, string> = {
  not_due: 'Not due',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  over_90: 'Over 90 days',
  total: 'Total',
}
const COLUMNS = [...AGE_BUCKETS, 'total'] as const

/** What each client owes, by days past the due date and by currency. */
export function AgingReport() {
  const report = trpc.finance.aging.useQuery()
  const { agency_id } = useUser()
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {report.data === undefined ? '' : `Open invoices on ${formatDate(report.data.today)}`}
        </Text>
        {agency_id !== null && <ExportLink href={booksAddress('ageing', {})} />}
      </Group>
      <MissingRates />
      {report.data === undefined ? (
        <QueryState query={report} loading={<Skeleton h={240} data-coming />} />
      ) : report.data.clients.length === 0 ? (
        <EmptyState
          drawing="money"
          title="Nothing is outstanding"
          message="Open invoices appear here by age."
        />
      ) : (
        <Report report={report.data} />
      )}
    </>
  )
}

function Report({ report }: { report: AgingReportDto }) {
  const { currency, clients, other_clients, by_currency, in_base, without_rate } = report
  const many = by_currency.length > 1 || by_currency.some((own) => own.currency !== currency)
  return (
    <>
      <Panel title={`All open invoices, in ${currency}`}>
        <AgeTable rows={[{ ...in_base, key: 'all', name: 'Outstanding', currency }]} />
        {without_rate > 0 && (
          <Text size="xs" c="dimmed">
            {`${formatCount(without_rate, 'invoice is', 'invoices are')} left out: the exchange rate is missing.`}
          </Text>
        )}
      </Panel>
      {many && (
        <Panel title="By currency">
          <AgeTable rows={by_currency.map((own) => ({ ...own, key: own.currency, name: own.currency }))} />
        </Panel>
      )}
      <Panel title="By client">
        <AgeTable
          rows={clients.map((row) => ({
            ...row,
            key: `${row.client_id} ${row.currency}`,
            name: row.client_name,
            clientId: row.client_id,
          }))}
        />
        {other_clients > 0 && (
          <Text size="xs" c="dimmed">
            {`${formatCount(other_clients, 'more client owes', 'more clients owe')} less. The CSV file has all of them.`}
          </Text>
        )}
      </Panel>
    </>
  )
}

interface AgeRow extends Aging {
  key: string
  name: string
  currency: string
  clientId?: string | null
}

function AgeTable({ rows }: { rows: readonly AgeRow[] }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th> </th>
            {COLUMNS.map((age) => (
              <th key={age} className={classes.number}>
                {HEADINGS[age]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>
                {row.clientId ? (
                  <Link
                    className={classes.plain}
                    to="/payments"
                    search={{ tab: 'invoices', status: 'open', client: row.clientId }}
                  >
                    {row.name}
                  </Link>
                ) : (
                  row.name
                )}
              </td>
              {COLUMNS.map((age) => (
                <td key={age} className={classes.number}>
                  {row[age] === 0 ? '–' : formatMoney(row[age], row.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
