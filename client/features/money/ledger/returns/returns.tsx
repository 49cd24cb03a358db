import { Alert, Group, SegmentedControl, Select, Skeleton, Text } from '@mantine/core'
import { ExportLink } from '#client/components/lists/export-button.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { formatCount } from '#shared/base/format.ts'
import {
  TAX_RETURN_NAMES,
  TAX_RETURNS,
  type TaxReturn,
  type TaxReturnDto,
} from '#shared/money/ledger/returns.ts'
import { accountsSearch } from '../accounts-search.ts'
import { booksAddress } from '../books-address.ts'
import { Panel } from '../panel.tsx'
import { MissingRates } from '../rates/missing-rates.tsx'
import { BoxTable } from './box-table.tsx'
import { LineTable } from './line-table.tsx'
import { RestTable } from './rest-table.tsx'
import { ReturnDocuments } from './return-documents.tsx'
import { datesOf, lastQuarter, partChoices, partsOf, spanFrom, yearsTo } from './span.ts'

/** Reported by calendar year only. */
const OF_A_YEAR: TaxReturn = 'form-1099-nec'

/** Counted by date of issue only. */
const BY_ISSUE: TaxReturn = 'ec-sales-list'

/** The period of the return in the URL; by default the last quarter. */
function useSpan(): string {
  const [{ span, form }] = useSearchState(accountsSearch)
  const day = today(useBooksZone())
  const chosen = span ?? lastQuarter(day)
  return form === OF_A_YEAR ? partsOf(chosen).year : chosen
}

/** Tax returns of a period, computed from the rows of the tax report. */
export function Returns() {
  const [{ basis, form }] = useSearchState(accountsSearch)
  const period = { ...datesOf(useSpan()), basis }
  const found = trpc.finance.taxReturn.useQuery({ ...period, kind: form }, { placeholderData: (old) => old })
  return (
    <>
      <Group justify="space-between">
        <Controls shown={found.data} />
        {found.data !== undefined && <ExportLink href={booksAddress(found.data.kind, period)} />}
      </Group>
      <MissingRates />
      {found.data === undefined ? (
        <QueryState query={found} loading={<Skeleton h={420} data-coming />} />
      ) : (
        <Shown found={found.data} />
      )}
      {found.data !== undefined && <ReturnDocuments found={found.data} />}
    </>
  )
}

function Controls({ shown }: { shown: TaxReturnDto | undefined }) {
  const [{ basis }, setState] = useSearchState(accountsSearch)
  const { year, part } = partsOf(useSpan())
  const day = today(useBooksZone())
  const option = (kind: (typeof TAX_RETURNS)[number]) => ({ value: kind, label: TAX_RETURN_NAMES[kind] })
  const offered = shown?.offered ?? []
  const groups = [
    { group: 'For your agency', items: offered.map(option) },
    { group: 'All returns', items: TAX_RETURNS.filter((kind) => !offered.includes(kind)).map(option) },
  ].filter(({ items }) => items.length > 0)
  const choose = (span: string) => setState({ span, figure: null })
  return (
    <Group gap="xs">
      <Select
        aria-label="Return"
        w={260}
        allowDeselect={false}
        data={groups}
        value={shown?.kind ?? null}
        onChange={(kind) => setState({ form: accountsSearch.params.form(kind), figure: null })}
      />
      <Select
        aria-label="Part of the year"
        w={130}
        allowDeselect={false}
        data={partChoices(year)}
        disabled={shown?.kind === OF_A_YEAR}
        value={part || 'all'}
        onChange={(next) => choose(spanFrom(year, next === 'all' || next === null ? '' : next))}
      />
      <Select
        aria-label="Year"
        w={90}
        allowDeselect={false}
        data={[...new Set([...yearsTo(day), year])]}
        value={year}
        onChange={(next) => choose(spanFrom(next ?? year, part))}
      />
      <SegmentedControl
        aria-label="Counted by"
        data={[
          { value: 'issued', label: 'By issue date' },
          { value: 'paid', label: 'By payment date' },
        ]}
        disabled={shown?.kind === BY_ISSUE}
        value={shown?.kind === BY_ISSUE ? 'issued' : basis}
        onChange={(value) => setState({ basis: accountsSearch.params.basis(value) })}
      />
    </Group>
  )
}

function Shown({ found }: { found: TaxReturnDto }) {
  const { kind, currency, form_currency, boxes, table, rest, without_rate } = found
  return (
    <>
      {form_currency !== null && form_currency !== currency && (
        <Alert color="gray" title={`This return is filed in ${form_currency}`}>
          {`Your books are in ${currency}, and so are the amounts below.`}
        </Alert>
      )}
      <Panel title={`${TAX_RETURN_NAMES[kind]}, in ${currency}`}>
        {boxes.length > 0 && <BoxTable boxes={boxes} currency={currency} />}
        {table !== null && <LineTable table={table} currency={currency} />}
        {without_rate > 0 && (
          <Text size="xs" c="dimmed">
            {`${formatCount(without_rate, 'amount is', 'amounts are')} left out: the exchange rate is missing.`}
          </Text>
        )}
      </Panel>
      {found.output_total !== null && found.input_total !== null && (
        <RestTable rest={rest} currency={currency} sales={found.output_total} input={found.input_total} />
      )}
    </>
  )
}
