import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { errorData } from '#client/lib/calls/errors.ts'
import { firstUse } from '#client/lib/loading/when-idle.ts'
import { createQueryClient } from '#client/lib/queries/query-client.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { browserZone } from '#client/lib/session/session.ts'
import { tabStorage } from '#client/lib/session/storage.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { useAccent } from '#client/theme/accent.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { shownStatus, statusLabel } from '#shared/money/invoices/settled.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { Installments } from '../../invoices/invoice/installments.tsx'
import { invoiceName } from '../../invoices/invoice/invoice-labels.ts'
import { InvoiceSheet } from '../../invoices/invoice/invoice-sheet.tsx'
import { ProcessingBadge } from '../../invoices/invoice/processing-badge.tsx'
import { PaidNote, Receipts, Settlement, ThankYou } from '../../invoices/invoice/settlement.tsx'
import { SheetSkeleton } from '../../invoices/invoice/sheet-skeleton.tsx'
import { Waiting } from '../../invoices/invoice/waiting.tsx'
import { CardForm } from '../cards/card-form.tsx'
import { useReturned } from '../cards/use-returned.ts'
import { WAITING } from '../charge/use-charge.ts'
import { cardFormOf, PartChoice, usePart } from '../parts.tsx'
import { Processing } from '../processing.tsx'
import { SecurityNote } from '../security-note.tsx'
import classes from './pay-link-page.module.css'

interface SlotProps {
  token: string
  invoice: InvoiceDocumentDto
}

const FromDomains = slotOf(
  import.meta.glob<ComponentType<SlotProps>>('../../*/slots/pay-link.tsx', {
    eager: true,
    import: 'PayLinkSlot',
  }),
)

/** The public page of one invoice, for anyone with its pay link. */
export function PayLinkPage() {
  const [queryClient] = useState(createQueryClient)
  const token = usePayToken()
  useDocumentTitle('Pay invoice')
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <main className={classes.page}>
          <LinkedInvoice token={token} />
        </main>
      </QueryClientProvider>
    </trpc.Provider>
  )
}

/** The link's token; the payer's bank returns the payer without it, to the tab they came from. */
function usePayToken(): string {
  const { token, returned } = useSearch({ from: '/pay' })
  useEffect(() => {
    if (token) tabStorage.write(PAY_TOKEN, token)
  }, [token])
  return token ?? (returned ? tabStorage.read(PAY_TOKEN) : null) ?? ''
}

const PAY_TOKEN = 'pay-token'

function LinkedInvoice({ token }: { token: string }) {
  const { returned } = useSearch({ from: '/pay' })
  const isAway = token === '' && returned !== undefined
  const query = trpc.invoices.byLink.useQuery({ token }, { enabled: !isAway })
  if (isAway) {
    return (
      <EmptyState
        whole
        drawing="search"
        title="Your bank has responded"
        message="Open the link in your email again to see the status of your payment."
      />
    )
  }
  if (query.data !== undefined) return <InvoicePage token={token} invoice={query.data} />
  if (!query.isError) {
    return (
      <>
        <VisuallyHidden component="h1">Invoice</VisuallyHidden>
        <SheetSkeleton />
      </>
    )
  }
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorData(query.error).code ?? '')) {
    return (
      <EmptyState
        whole
        drawing="search"
        title="This link no longer works"
        message="Ask the sender of the invoice for a new link."
      />
    )
  }
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
}

function InvoicePage({ token, invoice }: { token: string; invoice: InvoiceDocumentDto }) {
  useMarkViewed(token)
  useAccent(invoice.parties.accent ?? null)
  const [paid, setPaid] = useState<ChargeDto | null>(null)
  const provider = trpc.payments.provider.useQuery({ token })
  const takesCards = (provider.data?.provider ?? 'none') !== 'none'
  const documents = `/documents/pay/${encodeURIComponent(token)}`
  return (
    <>
      <header className={classes.head}>
        <Group justify="space-between" gap="sm">
          <Text fw={600}>{invoice.parties.seller.name}</Text>
          <Group gap={6}>
            <StatusBadge status={shownStatus(invoice)} label={statusLabel(invoice)} />
            <ProcessingBadge invoice={invoice} />
          </Group>
        </Group>
        <Title order={1}>{invoiceName(invoice)}</Title>
        <Text c="dimmed">
          For {invoice.parties.buyer.company ?? invoice.clientName}, due {formatDate(invoice.due_next)}
        </Text>
        {invoice.parts !== null && paid === null && (
          <Button component="a" href="#payment" className={classes.toPayment}>
            Go to payment
          </Button>
        )}
      </header>
      <InvoiceSheet invoice={invoice} logo={invoice.parties.logo && `${documents}/logo`} />
      <aside className={classes.aside} id="payment" tabIndex={-1}>
        <Stack gap="md">
          <Settlement invoice={invoice} />
          <Installments invoice={invoice} />
          <ProcessingNote token={token} invoice={invoice} />
          {invoice.parts !== null && <FromDomains token={token} invoice={invoice} />}
          {paid !== null && <ThankYou paid={paid} invoice={invoice} below={`${documents}/receipts`} />}
          {(paid === null || invoice.parts !== null) && (
            <Payment token={token} invoice={invoice} onPaid={setPaid} />
          )}
          <Receipts invoice={invoice} below={`${documents}/receipts`} besides={paid?.payment_id} />
          <div>
            <Button
              variant="subtle"
              leftSection={<IconDownload size={16} aria-hidden />}
              component="a"
              href={documents}
              download
            >
              Download PDF
            </Button>
          </div>
          {takesCards && <SecurityNote />}
        </Stack>
      </aside>
      <Suspense>
        <ByPortal invoice={invoice} />
      </Suspense>
    </>
  )
}

/** Shows the portal's name below the agency's own branding. */
function ByPortal({ invoice: { parties } }: { invoice: InvoiceDocumentDto }) {
  const { app_name } = useAppInfo()
  if (!parties.accent && parties.logo === null) return null
  return (
    <Text size="xs" c="dimmed" className={classes.by}>
      by {app_name}
    </Text>
  )
}

/** Pending payments, and the result of a payment at the payer's bank. */
function ProcessingNote({ token, invoice }: { token: string; invoice: InvoiceDocumentDto }) {
  const { returned = null } = useSearch({ from: '/pay' })
  const navigate = useNavigate({ from: '/pay' })
  const { mutateAsync } = trpc.payments.confirmByLink.useMutation()
  const confirm = useCallback(
    (input: { id: string }) => mutateAsync({ token, ...input }),
    [token, mutateAsync],
  )
  const onAsked = useCallback(
    () => void navigate({ to: '/pay', search: { token }, replace: true }),
    [navigate, token],
  )
  useReturned({ id: returned, confirm, onAsked })
  return (
    <>
      <Processing invoice={invoice} token={token} confirm={confirm} />
      <Waiting invoice={invoice} zone={browserZone()} />
    </>
  )
}

interface PaymentProps {
  token: string
  invoice: InvoiceDocumentDto
  onPaid: (paid: ChargeDto) => void
}

function Payment({ token, invoice, onPaid }: PaymentProps) {
  if (invoice.status === 'paid' && invoice.amount_written_off === 0) return <PaidNote invoice={invoice} />
  if (invoice.parts !== null)
    return <PayForm token={token} invoice={invoice} parts={invoice.parts} onPaid={onPaid} />
  if (invoice.amount_processing > 0) return null
  return <Text c="dimmed">There’s nothing to pay on this invoice.</Text>
}

interface PayFormProps extends PaymentProps {
  parts: PartsDto
}

function PayForm({ token, invoice, parts, onPaid }: PayFormProps) {
  const charge = trpc.payments.payByLink.useMutation()
  const confirm = trpc.payments.confirmByLink.useMutation()
  const part = usePart(parts)
  const { currency } = invoice
  const { shown, ...card } = cardFormOf(part, currency)
  return (
    <>
      {invoice.parties.bank !== null && invoice.card_notice === null && (
        <Text size="sm" c="dimmed">
          Pay by card here, or transfer {formatCharged(parts.all, currency)} to the account on the invoice and
          quote {invoice.number}.
        </Text>
      )}
      <PartChoice {...part} currency={currency} />
      <CardForm
        saved="none"
        token={token}
        {...card}
        notice={part.choice === 'all' ? invoice.card_notice : null}
        summary={
          <Text fw={600} size="xl">
            {shown}
          </Text>
        }
        charge={(order) => charge.mutateAsync({ token, ...order, amount: card.price.amount })}
        confirm={(input) => confirm.mutateAsync({ token, ...input })}
        onPaid={(paid) => {
          toast({ title: 'Invoice Paid', message: `${shown} was paid to ${invoice.issuer_name}.` })
          onPaid(paid)
        }}
        onWaiting={() => toast({ title: 'Waiting for your payment', message: WAITING })}
        onDeclined={(message) => toastDestructive({ title: 'Payment Failed', message })}
      />
    </>
  )
}

/** Marks the invoice as viewed once a person interacts with the page, because mail scanners open links, too. */
function useMarkViewed(token: string) {
  const { mutate } = trpc.invoices.viewByLink.useMutation({ meta: { refresh: false } })
  useEffect(() => {
    void firstUse().then(() => mutate({ token }))
  }, [token, mutate])
}
