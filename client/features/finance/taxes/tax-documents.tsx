import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DataList } from '#client/components/data-list.tsx'
import { DetailDrawer } from '#client/components/detail-drawer.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCurrency } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { formatMoney } from '#shared/money.ts'
import { type TaxDocumentDto, taxLabel } from '#shared/tax-report.ts'
import { accountsSearch } from '../accounts-search.ts'
import classes from '../finance.module.css'
import { usePeriod } from '../period-picker.tsx'
import { rateOf, type ShownRate } from './shown-rate.ts'

/** The documents behind the figure that the address names. */
export function TaxDocuments() {
  const [{ rate }, setState] = useSearchState(accountsSearch)
  const shown = rate === null ? null : rateOf(rate)
  return (
    <DetailDrawer
      title={shown && [taxLabel(shown), shown.currency].filter(Boolean).join(', ')}
      opened={shown !== null}
      onClose={() => setState({ rate: null })}
    >
      {shown !== null && <Documents shown={shown} />}
    </DetailDrawer>
  )
}

function Documents({ shown }: { shown: ShownRate }) {
  const [{ basis }] = useSearchState(accountsSearch)
  const filter = { ...usePeriod(), ...shown, basis }
  const list = trpc.finance.taxDocuments.useInfiniteQuery(filter, byCursor)
  return (
    <DataList
      query={list}
      label="Documents"
      layout="rows"
      itemKey={(document) => document.id}
      itemHeight={56}
      renderItem={(document) => <DocumentRow document={document} />}
      filtered={false}
      noMatchTitle="No documents"
      onClearFilters={() => undefined}
      empty={
        <EmptyState drawing="money" title="No documents in this period" message="Choose another period." />
      }
    />
  )
}

function DocumentRow({ document }: { document: TaxDocumentDto }) {
  const base = useCurrency()
  const money = (amount: number) => formatMoney(amount, document.currency)
  const { base_net, base_tax } = document
  return (
    <div className={classes.taxed}>
      <div className={classes.what}>
        {document.invoice_id !== null ? (
          <Link
            className={classes.open}
            to="/payments"
            search={{ tab: 'invoices', invoice: document.invoice_id }}
          >
            {document.text}
          </Link>
        ) : document.expense_id !== null ? (
          <Link className={classes.open} to="/accounts" search={{ expense: document.expense_id }}>
            {document.text}
          </Link>
        ) : (
          document.text
        )}
        <Text size="xs" c="dimmed">
          {[formatDate(document.date), document.client_name].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={classes.amount}>
        {money(document.net)}
        <Text size="xs" c="dimmed">
          {`+ ${money(document.tax)} tax`}
        </Text>
        {document.currency !== base && (
          <Text size="xs" c="dimmed">
            {base_net === null
              ? 'no exchange rate'
              : `${formatMoney(base_net, base)} + ${formatMoney(base_tax ?? 0, base)}`}
          </Text>
        )}
      </div>
    </div>
  )
}
