import { Switch, Text, Textarea } from '@mantine/core'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { errorData } from '#client/lib/calls/errors.ts'
import { useSubmission } from '#client/lib/calls/use-submission.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { isRefundedByPayee, type PaymentDto } from '#shared/money/payments/payments.ts'
import { refundInput } from '#shared/money/payments/schemas/payments.ts'
import { ReturnedField } from '../../invoices/credit/returned-field.tsx'

/** Refunds a payment to its original method, or records a refund that the payee pays, in full or in part. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDto; onClose: () => void }) {
  const refund = trpc.payments.refund.useMutation()
  const submitOnce = useSubmission()
  const money = (amount: number) => formatCharged(amount, payment.currency)
  const left = payment.amount - payment.refunded
  const byPayee = isRefundedByPayee(payment)
  const form = useAppForm({
    schema: refundInput.omit({ request_id: true }),
    initialValues: {
      id: payment.id,
      amount: left,
      reason: '',
      credit: payment.invoiceId !== null,
      by_hand: false,
    },
    onSubmit: async (values) => {
      await submitOnce((request_id) => refund.mutateAsync({ ...values, request_id }))
      const amount = money(values.amount ?? left)
      toast(
        values.by_hand
          ? { title: 'Refund recorded', message: `${amount} was returned to ${payment.payer_name}.` }
          : byPayee
            ? { title: 'Refund recorded', message: `Pay ${amount} to ${payment.payer_name} yourself.` }
            : {
                title: 'Payment refunded',
                message: `${amount} is being refunded to ${payment.payer_name}.`,
              },
      )
      onClose()
    },
    fallback: 'Failed to refund the payment',
  })
  const { amount, credit, by_hand: byHand } = form.fields.values
  // The payment’s account is no longer connected.
  const isGone = byHand || errorData(refund.error).reason === 'provider_gone'
  const ready = amount !== null && amount > 0 && amount <= left
  const records = byPayee || byHand
  const words = ready ? money(amount) : null
  const returned = byHand
    ? 'This only records the refund'
    : byPayee
      ? `Pay ${words ?? 'the amount'} to ${payment.payer_name} yourself. This only records the refund`
      : `The money is returned to ${payment.payer_name}`
  return (
    <FormDialog
      title={records ? 'Record a refund' : 'Refund payment'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={[records ? 'Record refund' : 'Refund', words].filter(Boolean).join(records ? ' of ' : ' ')}
    >
      <MoneyField
        label="Amount"
        required
        data-autofocus
        currency={payment.currency}
        description={
          payment.refunded === 0
            ? `${money(left)} was paid.`
            : `${money(left)} can still be refunded. ${money(payment.refunded)} has already been refunded.`
        }
        {...form.fields.getInputProps('amount')}
      />
      <Textarea label="Reason" required {...form.fields.getInputProps('reason')} />
      {payment.invoiceId !== null && (
        <Switch
          label="Issue a credit note"
          description="Reduces the invoice by the refund and its tax."
          {...form.fields.getInputProps('credit', { type: 'checkbox' })}
        />
      )}
      {isGone && <ReturnedField {...form.fields.getInputProps('by_hand', { type: 'checkbox' })} />}
      <Text size="sm" c="dimmed">
        {returned}
        {payment.invoiceId !== null && !credit && ', and the invoice is open again'}. This cannot be undone.
      </Text>
    </FormDialog>
  )
}
