import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { errorData } from '#client/lib/errors.ts'
import { createQueryClient } from '#client/lib/query-client.ts'
import { toast, toastDestructive } from '#client/lib/toast.ts'
import { trpc, trpcClient } from '#client/lib/trpc.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import type { ChargeDto } from '#shared/payments.ts'
import { invoiceName, statusLabel } from '../invoices/invoice/invoice-labels.ts'
import { InvoiceSheet } from '../invoices/invoice/invoice-sheet.tsx'
import { PaidNote, Receipts, Settlement, ThankYou } from '../invoices/invoice/settlement.tsx'
import { CardForm } from '../payments/cards/card-form.tsx'
import classes from './pay-link-page.module.css'
import { SecurityNote } from './security-note.tsx'

/** The public page of one invoice, for anyone with its pay link. */
export function PayLinkPage() {
  const [queryClient] = useState(createQueryClient)
  const { token = '' } = useSearch({ from: '/pay' })
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

function LinkedInvoice({ token }: { token: string }) {
  const query = trpc.invoices.byLink.useQuery({ token })
  if (query.data !== undefined) return <InvoicePage token={token} invoice={query.data} />
  if (!query.isError) return <Skeleton h={320} />
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorData(query.error).code ?? '')) {
    return (
      <EmptyState
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
  const [paid, setPaid] = useState<ChargeDto | null>(null)
  const provider = trpc.payments.provider.useQuery({ token })
  const takesCards = (provider.data?.provider ?? 'none') !== 'none'
  const documents = `/documents/pay/${encodeURIComponent(token)}`
  return (
    <>
      <header className={classes.head}>
        <Group justify="space-between" gap="sm">
          <Text fw={600}>{invoice.parties.seller.name}</Text>
          <StatusBadge status={invoice.status} label={statusLabel(invoice)} />
        </Group>
        <Title order={1}>{invoiceName(invoice)}</Title>
        <Text c="dimmed">
          For {invoice.parties.buyer.company ?? invoice.clientName}, due {formatDate(invoice.dueDate)}
        </Text>
      </header>
      <InvoiceSheet invoice={invoice} logo={invoice.parties.logo && `${documents}/logo`} />
      <aside className={classes.aside}>
        <Stack gap="md">
          <Settlement invoice={invoice} />
          {paid === null ? (
            <Payment token={token} invoice={invoice} onPaid={setPaid} />
          ) : (
            <ThankYou paid={paid} invoice={invoice} below={`${documents}/receipts`} />
          )}
          <Receipts invoice={invoice} below={`${documents}/receipts`} besides={paid?.payment_id} />
          <div>
            <Button
              variant="default"
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
    </>
  )
}

interface PaymentProps {
  token: string
  invoice: InvoiceDocumentDto
  onPaid: (paid: ChargeDto) => void
}

function Payment({ token, invoice, onPaid }: PaymentProps) {
  const charge = trpc.payments.payByLink.useMutation()
  const confirm = trpc.payments.confirmByLink.useMutation()
  const amount = formatCharged(invoice.amount_due, invoice.currency)
  if (invoice.status === 'paid') return <PaidNote />
  if (!invoice.payable) return <Text c="dimmed">There's nothing to pay on this invoice.</Text>
  return (
    <>
      {invoice.parties.bank !== null && invoice.card_notice === null && (
        <Text size="sm" c="dimmed">
          Pay by card here, or transfer {amount} to the account on the invoice and quote {invoice.number}.
        </Text>
      )}
      <CardForm
        saved="none"
        token={token}
        notice={invoice.card_notice}
        summary={<Text fw={600}>{amount}</Text>}
        submitLabel={`Pay ${amount}`}
        charge={(order) => charge.mutateAsync({ token, ...order })}
        confirm={(input) => confirm.mutateAsync({ token, ...input })}
        onPaid={(paid) => {
          toast({ title: 'Invoice Paid', message: `${amount} was paid to ${invoice.issuer_name}.` })
          onPaid(paid)
        }}
        onDeclined={(message) => toastDestructive({ title: 'Payment Failed', message })}
      />
    </>
  )
}

/** Marks the invoice as viewed, once per visit. */
function useMarkViewed(token: string) {
  const { mutate } = trpc.invoices.viewByLink.useMutation({ meta: { refresh: false } })
  useEffect(() => {
    mutate({ token })
  }, [token, mutate])
}
