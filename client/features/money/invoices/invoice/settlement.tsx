import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconReceipt } from '@tabler/icons-react'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged, formatMoney } from '#shared/base/amounts/money.ts'
import { inInstallments } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { settledBy, settledWords } from '#shared/money/invoices/settled.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { Total } from './invoice-sheet.tsx'
import classes from './invoices.module.css'

/** Payments, credits and the amount still due. */
export function Settlement({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { currency, amount_paid, amount_credited, amount_applied, amount_written_off } = invoice
  const { amount_processing, amount_kept } = invoice
  const applied = amount_applied + amount_kept
  const settled = amount_paid + amount_processing
  if (settled === 0 && amount_credited === 0 && applied === 0 && amount_written_off === 0) return null
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className={classes.totals} aria-label="Payments">
      <Total label="Invoiced">{money(invoice.amount)}</Total>
      {amount_paid > 0 && <Total label="Paid">{money(-amount_paid)}</Total>}
      {amount_processing > 0 && <Total label="Being processed">{money(amount_processing)}</Total>}
      {amount_credited > 0 && <Total label="Credited">{money(-amount_credited)}</Total>}
      {applied > 0 && <Total label="Credit applied">{money(-applied)}</Total>}
      {amount_kept > 0 && <Total label="Kept as credit">{money(amount_kept)}</Total>}
      {amount_written_off > 0 && <Total label="Written off">{money(-amount_written_off)}</Total>}
      <Total label="Amount due" strong>
        {formatCharged(invoice.amount_due, currency)}
      </Total>
    </dl>
  )
}

/** Nothing is due on the invoice: it was paid, credited with a credit note, or both. */
export function PaidNote({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { title, message } = settledWords(invoice)
  return (
    <Alert color={settledBy(invoice) === 'credited' ? 'gray' : 'green'} title={title} p="sm">
      <Text size="sm">{message}</Text>
    </Alert>
  )
}

interface ReceiptsProps {
  invoice: InvoiceDocumentDto
  /** Base URL of the receipts. */
  below: string
}

/** Shown right after a payment: amount paid, amount due and the receipt. */
export function ThankYou({ paid, invoice, below }: ReceiptsProps & { paid: ChargeDto }) {
  const amount = formatCharged(paid.amount, paid.currency)
  return (
    <Alert
      color="green"
      title={`Thank you, ${amount} was paid`}
      icon={<IconCircleCheck aria-hidden />}
      p="md"
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {invoice.client_id === null
            ? `${invoice.issuer_name} has received your payment.`
            : `A receipt from ${invoice.issuer_name} is on its way by email.`}
        </Text>
        <Text size="sm">
          {invoice.amount_due > 0
            ? `${formatCharged(invoice.amount_due, invoice.currency)} of ${invoice.number} remains, due ${inInstallments(invoice) ?? formatDate(invoice.due_next)}.`
            : settledBy(invoice) === 'paid'
              ? `${invoice.number} is paid in full.`
              : `Nothing more is due on ${invoice.number}.`}
        </Text>
        <Button
          leftSection={<IconReceipt size={16} aria-hidden />}
          component="a"
          href={`${below}/${paid.payment_id}.pdf`}
          download
        >
          Download receipt
        </Button>
      </Stack>
    </Alert>
  )
}

/** A receipt for each payment, except one that is offered elsewhere. */
export function Receipts({ invoice, below, besides }: ReceiptsProps & { besides?: string | undefined }) {
  const { currency } = invoice
  const receipts = invoice.receipts.filter(({ payment_id }) => payment_id !== besides)
  if (receipts.length === 0) return null
  const alone = receipts.length === 1
  return (
    <Group gap="xs">
      {receipts.map(({ payment_id, paid_on, amount }) => (
        <Button
          key={payment_id}
          size="xs"
          variant="default"
          leftSection={<IconReceipt size={14} aria-hidden />}
          component="a"
          href={`${below}/${payment_id}.pdf`}
          download
        >
          {alone ? 'Receipt' : `Receipt of ${formatDate(paid_on)}, ${formatMoney(amount, currency)}`}
        </Button>
      ))}
    </Group>
  )
}
