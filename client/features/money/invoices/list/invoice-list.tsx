import { Button, Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { RowTitle } from '#client/components/lists/row-title.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { titled } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser, useViewing } from '#client/lib/session/session.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { STAGE_NAMES } from '#shared/money/invoices/deductions.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { shownStatus, statusLabel } from '#shared/money/invoices/settled.ts'
import { invoiceListInput, NO_INVOICE_FILTERS } from '#shared/money/screens/invoices.ts'
import { ViewTabs } from '../../../../components/lists/views/view-tabs.tsx'
import { paymentsSearch } from '../../payments-search.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { invoiceDate, listedAmount } from '../invoice/invoice-labels.ts'
import classes from '../invoice/invoices.module.css'
import { ProcessingBadge } from '../invoice/processing-badge.tsx'
import { InvoiceMenu } from './invoice-menu.tsx'
import { RECENTLY_PAID } from './summary-strip.tsx'

const ISSUER_STATUSES = ['draft', 'sent', 'open', 'paid', 'recently_paid', 'overdue', 'void'] as const
const PAYER_STATUSES = ['pending', 'open', 'paid', 'recently_paid', 'overdue', 'void'] as const
const VIEW_KEYS = ['search', 'status', 'client', 'currency', 'side'] as const

export function InvoiceList() {
  const [{ search, status, client, currency, side }, setState] = usePaymentsSearch()
  const issuer = useCan('client.read') && side === null
  const write = useCan('invoice.write')
  const { role } = useUser()
  const list = trpc.invoices.list.useInfiniteQuery(
    invoiceListInput({ search, status, client, currency, side }, issuer),
    byCursor,
  )
  const statuses = issuer ? ISSUER_STATUSES : PAYER_STATUSES
  return (
    <>
      <ViewTabs list="invoices" all="All invoices" screen={paymentsSearch} keys={VIEW_KEYS} />
      <FilterBar
        search={
          <SearchField
            label={issuer ? 'Search by number, title or client' : 'Search by number or title'}
            value={search}
            onChange={(text) => setState({ search: text })}
          />
        }
        used={Number(status !== null)}
      >
        <FilterSelect
          label="Status"
          all="All Status"
          options={statuses.map((value) => ({
            value,
            label: value === 'recently_paid' ? RECENTLY_PAID : titled(value),
          }))}
          value={status}
          onChange={(value) => setState({ status: value })}
        />
      </FilterBar>
      <DataList
        query={list}
        label="Invoices"
        layout="rows"
        itemKey={(invoice) => invoice.id}
        itemHeight={60}
        renderItem={(invoice) => <InvoiceRow invoice={invoice} withClient={issuer} />}
        filtered={search !== '' || status !== null || client !== null || currency !== null}
        noMatchTitle="No invoices found"
        onClearFilters={() => setState(NO_INVOICE_FILTERS)}
        empty={
          <EmptyState
            drawing="money"
            title="No invoices yet"
            message={emptyLabel(role, write)}
            action={write && <Button onClick={() => setState({ new: true }, 'push')}>Create Invoice</Button>}
          />
        }
      />
    </>
  )
}

function emptyLabel(role: string, write: boolean): string {
  if (write) return 'Create an invoice to email to a client, who can pay it by card.'
  if (role === 'client') return 'Your agency’s invoices appear here.'
  return 'Invoices you receive appear here.'
}

function InvoiceRow({ invoice, withClient }: { invoice: InvoiceDto; withClient: boolean }) {
  const [, setState] = usePaymentsSearch()
  const menu = useCan('invoice.write') && invoice.manageable
  const viewing = useViewing()
  const owed = invoice.amount_due > 0 && invoice.amount_due !== invoice.amount
  return (
    <div className={classes.row}>
      <div className={classes.what}>
        <RowTitle opens={{ invoice: invoice.id }}>{invoice.title}</RowTitle>
        <Text size="sm" c="dimmed" truncate>
          {[
            invoice.number ?? (invoice.kind === 'credit_note' ? 'Credit note' : 'No number yet'),
            ...(invoice.stage === 'whole' ? [] : [STAGE_NAMES[invoice.stage]]),
            withClient ? invoice.clientName : invoice.issuer_name,
          ].join(' · ')}
        </Text>
      </div>
      <Text size="sm" c="dimmed" className={classes.due}>
        {invoiceDate(invoice)}
      </Text>
      <div className={classes.amount}>
        <Text size="sm">{formatCharged(listedAmount(invoice), invoice.currency)}</Text>
        {owed && (
          <Text size="xs" c="dimmed">
            {formatCharged(invoice.amount_due, invoice.currency)} open
          </Text>
        )}
      </div>
      <div className={classes.status}>
        <StatusBadge status={shownStatus(invoice)} label={statusLabel(invoice)} />
        <ProcessingBadge invoice={invoice} />
      </div>
      {invoice.payable && !viewing && (
        <Button
          size="xs"
          className={classes.pay}
          onClick={() => setState({ invoice: invoice.id, pay: true }, 'push')}
        >
          Pay Invoice
        </Button>
      )}
      {menu && (
        <div className={classes.menu}>
          <InvoiceMenu invoice={invoice} />
        </div>
      )}
    </div>
  )
}
