import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Fact, Facts, RowLink } from '#client/components/detail-parts.tsx'
import { DetailSkeleton } from '#client/components/detail-skeleton.tsx'
import { ReadOnly } from '#client/components/read-only.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { useBooksZone, useCan, useUser, useViewing } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import type { ChargeDto } from '#shared/payments.ts'
import { InvoiceAutopay } from '../../autopay/invoice-autopay.tsx'
import { useReturned } from '../../payments/cards/use-returned.ts'
import { usePaymentsSearch } from '../../payments/use-payments-search.ts'
import { EditInvoiceDialog } from '../form/invoice-dialog.tsx'
import { invoiceName, statusLabel, statusTone } from '../invoice/invoice-labels.ts'
import { InvoiceSheet } from '../invoice/invoice-sheet.tsx'
import { Instalments, Processing } from '../invoice/parts.tsx'
import { ProcessingBadge } from '../invoice/processing-badge.tsx'
import { PaidNote, Receipts, Settlement, ThankYou } from '../invoice/settlement.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { Collection, InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDisputes } from './invoice-disputes.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import classes from './invoice-page.module.css'
import { PayInvoice } from './pay-invoice.tsx'
import { SendDialog } from './send-dialog.tsx'
import { Timeline } from './timeline.tsx'

/** An invoice as a page of its own, at the address of the list it was opened from. */
export function InvoicePage({ id }: { id: string }) {
  const [{ tab, edit, send }, setState] = usePaymentsSearch()
  const { viewing_as } = useUser()
  const write = useCan('invoice.write') && !viewing_as
  const query = trpc.invoices.get.useQuery({ id })
  return (
    <div className={classes.page}>
      <Button
        className={classes.back}
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        renderRoot={(props) => <Link to="." search={withoutInvoice} {...props} />}
      >
        {tab === 'history' ? 'All payments' : 'All invoices'}
      </Button>
      {query.data === undefined ? (
        <Unanswered query={query} loading={<DetailSkeleton />} />
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

/** The sheet, with what became of it and what can be done beside it. */
function InvoiceDocument({ invoice }: { invoice: InvoiceDocumentDto }) {
  useMarkViewed(invoice)
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
          <ProcessingNote invoice={invoice} />
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
          <Instalments invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          <Receipts invoice={invoice} below={RECEIPTS} besides={paid?.payment_id} />
          <InvoiceAutopay invoice={invoice} />
          <InvoiceDisputes invoice={invoice} />
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
        <StatusBadge status={invoice.status} label={statusLabel(invoice)} tone={statusTone(invoice)} />
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

/** The one figure that matters now. */
function Standing({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { currency, amount, amount_due, dueDate } = invoice
  const isOpen = amount_due > 0 && invoice.number !== null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {isOpen ? 'Amount due' : 'Total'}
      </Text>
      <div className={classes.figure}>{formatMoney(isOpen ? amount_due : amount, currency)}</div>
      {isOpen && (
        <Text size="sm" c={invoice.status === 'overdue' ? 'var(--app-tone-bad)' : 'dimmed'}>
          Due {formatDate(dueDate)}
        </Text>
      )}
    </div>
  )
}

/** What the paper doesn't say; nothing on most invoices of a client. */
function InvoiceFacts({ invoice }: { invoice: InvoiceDto }) {
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
      {invoice.late_fee_of !== null && (
        <Fact label="Late fee">
          <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice.late_fee_of }}>
            View late invoice
          </RowLink>
        </Fact>
      )}
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

/** What is on its way, and what became of a payment at the payer's bank. */
function ProcessingNote({ invoice }: { invoice: InvoiceDocumentDto }) {
  const zone = useBooksZone()
  const [{ returned, bank }, setState] = usePaymentsSearch()
  const { mutateAsync: confirm } = trpc.payments.confirm.useMutation()
  const onAsked = useCallback(() => setState({ returned: null, bank: null }), [setState])
  useReturned({ id: returned, bank, confirm, onAsked })
  return <Processing invoice={invoice} zone={zone} confirm={confirm} />
}

interface PaymentProps {
  invoice: InvoiceDocumentDto
  onPaid: (paid: ChargeDto) => void
}

function Payment({ invoice, onPaid }: PaymentProps) {
  const settled = invoice.status === 'paid' && invoice.amount_written_off === 0
  if (settled && invoice.kind === 'invoice') return <PaidNote />
  if (invoice.parts !== null) {
    return (
      <ReadOnly>
        <PayInvoice invoice={invoice} parts={invoice.parts} onPaid={onPaid} />
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
