import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { type ComponentType, useEffect, useState } from 'react'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { BackLink } from '#client/components/records/back-link.tsx'
import { Fact, Facts, RowLink } from '#client/components/records/detail-parts.tsx'
import { DetailPending } from '#client/components/records/detail-skeleton.tsx'
import { StoppedWork } from '#client/components/records/stopped-work.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { ReadOnly } from '#client/components/states/read-only.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useBooksZone, useCan, useUser, useViewing } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { links } from '#shared/base/links.ts'
import { inInstallments, type PartsDto } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { shownStatus, statusLabel } from '#shared/money/invoices/settled.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { EditInvoiceDialog } from '../form/invoice-dialog.tsx'
import { Installments } from '../invoice/installments.tsx'
import { invoiceName } from '../invoice/invoice-labels.ts'
import { InvoiceSheet } from '../invoice/invoice-sheet.tsx'
import { ProcessingBadge } from '../invoice/processing-badge.tsx'
import { PaidNote, Receipts, Settlement, ThankYou } from '../invoice/settlement.tsx'
import { Waiting } from '../invoice/waiting.tsx'
import { InvoiceHistory } from '../timeline/invoice-history.tsx'
import { Timeline } from '../timeline/timeline.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { Collection, InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDisputes } from './invoice-disputes.tsx'
import classes from './invoice-page.module.css'
import { SendDialog } from './send-dialog.tsx'

const FromDomains = slotOf(
  import.meta.glob<ComponentType<{ invoice: InvoiceDto }>>('../../*/slots/invoice.tsx', {
    eager: true,
    import: 'InvoiceSlot',
  }),
)

interface PaymentProps {
  invoice: InvoiceDocumentDto
  onPaid: (paid: ChargeDto) => void
}

interface PaymentFormProps extends PaymentProps {
  parts: PartsDto
}

const PaymentState = slotOf(
  import.meta.glob<ComponentType<{ invoice: InvoiceDocumentDto }>>('../../*/slots/invoice-payment.tsx', {
    eager: true,
    import: 'PaymentState',
  }),
)
const PaymentForm = slotOf(
  import.meta.glob<ComponentType<PaymentFormProps>>('../../*/slots/invoice-payment.tsx', {
    eager: true,
    import: 'PaymentForm',
  }),
)

/** An invoice as a full page, at the URL of the list it was opened from. */
export function InvoicePage({ id }: { id: string }) {
  const [{ tab, edit, send }, setState] = usePaymentsSearch()
  const { viewing_as } = useUser()
  const write = useCan('invoice.write') && !viewing_as
  const query = trpc.invoices.get.useQuery({ id })
  useSeen(query.data === undefined ? null : links.invoice(id))
  return (
    <div className={classes.page}>
      <BackLink
        label={tab === 'history' ? 'All payments' : 'All invoices'}
        search={withoutInvoice}
        className={classes.back}
      />
      {query.data === undefined ? (
        <DetailPending query={query} kind="Invoice" />
      ) : (
        <InvoiceDocument key={query.data.id} invoice={query.data} />
      )}
      {write && edit !== null && (
        <EditInvoiceDialog key={edit} id={edit} onClose={() => setState({ edit: null })} />
      )}
      {write && send !== null && <SendDialog key={send} id={send} onClose={() => setState({ send: null })} />}
    </div>
  )
}

const withoutInvoice = (search: object) => ({ ...search, invoice: undefined, pay: undefined })

const RECEIPTS = '/documents/receipts'

/** The document, with its status and actions beside it. */
function InvoiceDocument({ invoice }: { invoice: InvoiceDocumentDto }) {
  useMarkViewed(invoice)
  const zone = useBooksZone()
  useDocumentTitle(invoiceName(invoice))
  const [paid, setPaid] = useState<ChargeDto | null>(null)
  return (
    <section className={classes.document} aria-label={invoiceName(invoice)}>
      <Head invoice={invoice} />
      <div className={classes.sheet}>
        <InvoiceSheet invoice={invoice} />
      </div>
      <div className={classes.side}>
        <div className={classes.due}>
          <Standing invoice={invoice} />
          <PaymentState invoice={invoice} />
          <Waiting invoice={invoice} zone={zone} />
          {paid !== null && <ThankYou paid={paid} invoice={invoice} below={RECEIPTS} />}
          {(paid === null || invoice.parts !== null) && <Payment invoice={invoice} onPaid={setPaid} />}
          {invoice.manageable && (
            <ReadOnly>
              <InvoiceActions invoice={invoice} />
            </ReadOnly>
          )}
        </div>
        <div className={classes.rest}>
          <Timeline invoice={invoice} />
          <Settlement invoice={invoice} />
          <Installments invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          <Receipts invoice={invoice} below={RECEIPTS} besides={paid?.payment_id} />
          <FromDomains invoice={invoice} />
          <InvoiceDisputes invoice={invoice} />
          <StoppedWork record={invoice.id} />
          {invoice.manageable && (
            <ReadOnly>
              <Collection invoice={invoice} />
            </ReadOnly>
          )}
        </div>
      </div>
      {invoice.manageable && (
        <div className={classes.history}>
          <InvoiceHistory id={invoice.id} />
        </div>
      )}
    </section>
  )
}

function Head({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { buyer, seller } = invoice.parties
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <Title order={1}>{invoiceName(invoice)}</Title>
        <Text c="dimmed" size="sm">
          {invoice.manageable ? (buyer.company ?? buyer.name) : (seller.company ?? seller.name)}
        </Text>
      </div>
      <Group gap={6}>
        <StatusBadge status={shownStatus(invoice)} label={statusLabel(invoice)} />
        <ProcessingBadge invoice={invoice} />
      </Group>
      <Group gap={6} ml="auto">
        <Button
          size="xs"
          variant="default"
          visibleFrom="sm"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <DownloadMenu invoice={invoice} />
      </Group>
    </header>
  )
}

/** The most relevant figure for the current status. */
function Standing({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { currency, amount, amount_due, due_next } = invoice
  const isOpen = amount_due > 0 && invoice.number !== null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {isOpen ? 'Amount due' : 'Total'}
      </Text>
      <div className={classes.figure}>{formatMoney(isOpen ? amount_due : amount, currency)}</div>
      {isOpen && (
        <Text size="sm" c={invoice.status === 'overdue' ? 'var(--app-tone-bad)' : 'dimmed'}>
          Due {inInstallments(invoice) ?? formatDate(due_next)}
        </Text>
      )}
    </div>
  )
}

/** Details that the document itself doesn't show; empty for most of a client's invoices. */
function InvoiceFacts({ invoice }: { invoice: InvoiceDocumentDto }) {
  return (
    <Facts>
      {invoice.booking !== null && invoice.booking.source !== 'base' && (
        <Fact label="In your books">
          {formatMoney(invoice.booking.total, invoice.booking.currency)} at {invoice.booking.rate}
        </Fact>
      )}
      {invoice.written_off_on !== null && (
        <Fact label="Written off">
          {formatDate(invoice.written_off_on)}
          {invoice.write_off_reason !== null && ` (${invoice.write_off_reason})`}
        </Fact>
      )}
      {invoice.deductions.map(({ invoice_id, number, amount }) => (
        <Fact key={invoice_id} label="Deducts">
          <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice_id }}>
            {number}
          </RowLink>
          {` (${formatMoney(amount, invoice.currency)})`}
        </Fact>
      ))}
      {invoice.deducted_in !== null && (
        <Fact label="Deducted in">
          <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice.deducted_in.id }}>
            {invoice.deducted_in.number ?? 'Draft of the final invoice'}
          </RowLink>
        </Fact>
      )}
      {invoice.late_fee_of !== null && (
        <Fact label="Late fee">
          <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice.late_fee_of }}>
            View late invoice
          </RowLink>
        </Fact>
      )}
      {invoice.late_fees.map(({ id, number, amount_due }) => (
        <Fact key={id} label="Unpaid late fee">
          <RowLink to="/payments" search={{ tab: 'invoices', invoice: id }}>
            {number ?? 'Draft'}
          </RowLink>
          {` (${formatMoney(amount_due, invoice.currency)})`}
        </Fact>
      ))}
      {invoice.credited_invoice_id !== null && (
        <Fact label="Credits">
          <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice.credited_invoice_id }}>
            View original invoice
          </RowLink>
        </Fact>
      )}
    </Facts>
  )
}

function Payment({ invoice, onPaid }: PaymentProps) {
  const settled = invoice.status === 'paid' && invoice.amount_written_off === 0
  if (settled && invoice.kind === 'invoice') return <PaidNote invoice={invoice} />
  if (invoice.parts !== null) {
    return (
      <ReadOnly>
        <PaymentForm invoice={invoice} parts={invoice.parts} onPaid={onPaid} />
      </ReadOnly>
    )
  }
  if (!invoice.manageable || invoice.card_notice === null) return null
  return (
    <Alert color="yellow" title="Not payable by card" p="sm">
      <Text size="sm">{invoice.card_notice}</Text>
    </Alert>
  )
}

/** Tells the issuer that the payer has opened the invoice. */
function useMarkViewed({ id, payable, manageable, viewed_at }: InvoiceDto) {
  const { mutate } = trpc.invoices.view.useMutation({ meta: { refresh: false } })
  const viewing = useViewing()
  const unseen = payable && !manageable && viewed_at === null && !viewing
  useEffect(() => {
    if (unseen) mutate({ id })
  }, [unseen, id, mutate])
}
