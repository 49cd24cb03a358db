import { Alert, Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'

const WORDS: Record<
  NonNullable<PaymentDto['dispute']>,
  { title: string; color: string; text: (payment: PaymentDto) => string }
> = {
  inquiry: {
    title: 'Payment under review by the bank',
    color: 'yellow',
    text: (payment) => `${nameOf(payment)} may be disputed. Respond at the payment provider.`,
  },
  open: {
    title: 'Payment disputed',
    color: 'red',
    text: (payment) =>
      `${nameOf(payment)} was withdrawn by the bank until the dispute is decided. Respond at the payment provider.`,
  },
  won: {
    title: 'Dispute won',
    color: 'green',
    text: (payment) => `${nameOf(payment)} was disputed, and the bank has returned it.`,
  },
  lost: {
    title: 'Dispute lost',
    color: 'red',
    text: (payment) =>
      `${nameOf(payment)} was withdrawn by the bank and no longer counts. Ask the client to pay again, or issue a credit note or write off what is due.`,
  },
}

const nameOf = ({ amount, currency, payer_name }: PaymentDto): string =>
  `The payment of ${formatCharged(amount, currency)} by ${payer_name}`

/** For the issuer: disputed payments of the invoice. */
export function InvoiceDisputes({ invoice }: { invoice: InvoiceDto }) {
  const isShown = invoice.manageable && (invoice.amount_paid > 0 || invoice.reopened > 0)
  const { data } = trpc.payments.list.useQuery({ invoice_id: invoice.id }, { enabled: isShown })
  return data?.items.map((payment) => {
    if (payment.dispute === null) return null
    const { title, color, text } = WORDS[payment.dispute]
    return (
      <Alert key={payment.id} color={color} title={title} p="sm">
        <Text size="sm">{text(payment)}</Text>
      </Alert>
    )
  })
}
