import { Alert, Anchor, Text } from '@mantine/core'
import { formatInstant } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { PaymentInstructionsDto } from '#shared/money/invoices/payment-methods.ts'
import { methodName } from '#shared/money/payments/payments.ts'

/** Vouchers and transfers that the payer hasn't paid yet, with the provider's instructions. */
export function Waiting({ invoice, zone }: { invoice: InvoiceDocumentDto; zone: string }) {
  const { waiting, currency } = invoice
  if (waiting.length === 0) return null
  return (
    <Alert color="blue" title="Waiting for payment" p="sm">
      {waiting.map(({ payment_id, amount, method, ...payment }) => (
        <Text key={payment_id} size="sm">
          {formatCharged(amount, currency)} with {methodName({ brand: method, last4: '' })},{' '}
          {waitingUntil(payment, zone)}. <Instructions {...payment} />
        </Text>
      ))}
      {invoice.parts !== null && waiting.some(({ own }) => own) && (
        <Text size="sm" c="dimmed">
          Paying another way cancels it.
        </Text>
      )}
    </Alert>
  )
}

/** "payable until Mar 7, 2026 15:59", in the reader's time zone. */
export const waitingUntil = ({ until }: PaymentInstructionsDto, zone: string): string =>
  until === null ? 'payable until it is canceled' : `payable until ${formatInstant(until, zone)}`

/** The provider's page with the voucher or the account to transfer to. */
export const Instructions = ({ url }: Pick<PaymentInstructionsDto, 'url'>) =>
  url !== null && (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit c="inherit" underline="always">
      Payment instructions
    </Anchor>
  )
