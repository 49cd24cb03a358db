import { Alert, Group, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Fact, Facts, RowLink } from '#client/components/detail-parts.tsx'
import { ReadOnly } from '#client/components/read-only.tsx'
import { RecordDrawer } from '#client/components/record-drawer.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatDate, formatInstantDate } from '#client/lib/dates.ts'
import { useBooksZone, useViewing, useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import type { ChargeDto } from '#shared/payments.ts'
import { InvoiceAutopay } from '../../autopay/invoice-autopay.tsx'
import { useReturned } from '../../payments/cards/use-returned.ts'
import { usePaymentsSearch } from '../../payments/use-payments-search.ts'
import { invoiceName, statusLabel, statusTone } from '../invoice/invoice-labels.ts'
import { InvoiceSheet } from '../invoice/invoice-sheet.tsx'
import { Instalments, Processing } from '../invoice/parts.tsx'
import { ProcessingBadge } from '../invoice/processing-badge.tsx'
import { PaidNote, Receipts, Settlement, ThankYou } from '../invoice/settlement.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDisputes } from './invoice-disputes.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { PayInvoice } from './pay-invoice.tsx'

/** An invoice's drawer, open while the URL names it. */
export function InvoiceDrawer() {
  const [{ invoice: id }, setState] = usePaymentsSearch()
  const query = trpc.invoices.get.useQuery({ id: id ?? '' }, { enabled: id !== null })
  const invoice = query.data
  return (
    <RecordDrawer
      query={query}
      title={invoice === undefined ? 'Invoice' : invoiceName(invoice)}
      opened={id !== null}
      onClose={() => setState({ invoice: null, pay: false })}
    >
      {(found) => <InvoiceDetail key={found.id} invoice={found} />}
    </RecordDrawer>
  )
}

const RECEIPTS = '/documents/receipts'

function InvoiceDetail({ invoice }: { invoice: InvoiceDocumentDto }) {
  useMarkViewed(invoice)
  const [paid, setPaid] = useState<ChargeDto | null>(null)
  return (
    <Stack gap="md">
      <Group gap="xs" justify="space-between">
        <Group gap={6}>
          <StatusBadge status={invoice.status} label={statusLabel(invoice)} tone={statusTone(invoice)} />
          <ProcessingBadge invoice={invoice} />
        </Group>
        <DownloadMenu invoice={invoice} />
      </Group>
      <InvoiceSheet invoice={invoice} />
      <InvoiceFacts invoice={invoice} />
      <Settlement invoice={invoice} />
      <Instalments invoice={invoice} />
      <ProcessingNote invoice={invoice} />
      {paid !== null && <ThankYou paid={paid} invoice={invoice} below={RECEIPTS} />}
      {(paid === null || invoice.parts !== null) && <Payment invoice={invoice} onPaid={setPaid} />}
      <InvoiceAutopay invoice={invoice} />
      <InvoiceDisputes invoice={invoice} />
      <Receipts invoice={invoice} below={RECEIPTS} besides={paid?.payment_id} />
      {invoice.manageable && (
        <ReadOnly>
          <InvoiceActions invoice={invoice} />
        </ReadOnly>
      )}
      {invoice.manageable && <InvoiceHistory id={invoice.id} />}
    </Stack>
  )
}

/** What the paper doesn't say; nothing on most invoices of a client. */
function InvoiceFacts({ invoice }: { invoice: InvoiceDto }) {
  const zone = useZone()
  const booksZone = useBooksZone()
  return (
    <Facts>
      {invoice.manageable && invoice.sent_at !== null && (
        <Fact label="Viewed">
          {invoice.viewed_at === null ? 'Not yet' : formatInstantDate(invoice.viewed_at, zone)}
        </Fact>
      )}
      {invoice.paid_at !== null && <Fact label="Paid">{formatInstantDate(invoice.paid_at, booksZone)}</Fact>}
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
