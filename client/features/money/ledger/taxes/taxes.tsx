import { Group, SegmentedControl, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { ExportLink } from '#client/components/lists/export-button.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import type { TaxReportDto } from '#shared/money/ledger/taxes/tax-report.ts'
import { accountsSearch } from '../accounts-search.ts'
import { booksAddress } from '../books-address.ts'
import classes from '../finance.module.css'
import { Panel } from '../panel.tsx'
import { usePeriod } from '../period-picker.tsx'
import { MissingRates } from '../rates/missing-rates.tsx'
import { TaxDocuments } from './tax-documents.tsx'
import { TaxTable } from './tax-table.tsx'

/** Sales and expenses by tax rate, and the tax payable. */
export function Taxes() {
  const [{ basis }, setState] = useSearchState(accountsSearch)
  const period = usePeriod()
  // Exports are for the agency only.
  const { agency_id } = useUser()
  const report = trpc.finance.taxReport.useQuery({ ...period, basis }, { placeholderData: (old) => old })
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
        {agency_id !== null && <ExportLink href={booksAddress('taxes', { ...period, basis })} />}
      </Group>
      <MissingRates />
      {report.data === undefined ? (
        <QueryState query={report} loading={<Skeleton h={320} data-coming />} />
      ) : (
        <Report report={report.data} />
      )}
      <TaxDocuments />
    </>
  )
}

function Report({ report }: { report: TaxReportDto }) {
  const { currency, by_currency, without_rate } = report
  const many = by_currency.length > 1 || by_currency.some((own) => own.currency !== currency)
  return (
    <>
      <Panel title={`Sales by tax rate, in ${currency}`}>
        <TaxTable rows={report.output} total={report.output_total} currency={currency} side="output" />
        {without_rate > 0 && (
          <Text size="xs" c="dimmed">
            {`${formatCount(without_rate, 'amount is', 'amounts are')} left out: the exchange rate is missing.`}
          </Text>
        )}
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Panel title="Input tax of expenses">
          <TaxTable rows={report.input} total={report.input_total} currency={currency} side="input" />
        </Panel>
        <Panel title="Owed to the tax office">
          <Owed report={report} />
        </Panel>
      </SimpleGrid>
      {many &&
        by_currency.map((own) => (
          <Panel key={own.currency} title={`Sales in ${own.currency}`}>
            <TaxTable
              rows={own.rows}
              total={own.total}
              currency={own.currency}
              side="output"
              only={own.currency}
            />
          </Panel>
        ))}
    </>
  )
}

function Owed({ report }: { report: TaxReportDto }) {
  const money = (amount: number) => formatMoney(amount, report.currency)
  return (
    <table className={classes.table}>
      <tbody>
        <tr>
          <td>Tax collected</td>
          <td className={classes.number}>{money(report.output_total.tax)}</td>
        </tr>
        <tr>
          <td>Less input tax</td>
          <td className={classes.number}>{money(-report.input_total.tax)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <td>{report.owed < 0 ? 'The tax office owes you' : 'You owe'}</td>
          <td className={classes.number}>{money(Math.abs(report.owed))}</td>
        </tr>
        {report.paid !== 0 && (
          <>
            <tr>
              <td>Paid to the tax office in this period</td>
              <td className={classes.number}>{money(-report.paid)}</td>
            </tr>
            <tr>
              <td>Change in what you owe</td>
              <td className={classes.number}>{money(report.unpaid)}</td>
            </tr>
          </>
        )}
      </tfoot>
    </table>
  )
}
