import { Text, Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { formatCharged } from '#shared/money.ts'
import { type PaymentDto, refundInput } from '#shared/payments.ts'

/** Gives a payment back the way it came. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDto; onClose: () => void }) {
  const refund = trpc.payments.refund.useMutation()
  const amount = formatCharged(payment.amount, payment.currency)
  const form = useAppForm({
    schema: refundInput,
    initialValues: { id: payment.id, reason: '' },
    onSubmit: async (values) => {
      await refund.mutateAsync(values)
      toast({ title: 'Payment Refunded', message: `${amount} goes back to ${payment.payer_name}.` })
      onClose()
    },
    fallback: 'Failed to refund the payment',
  })
  return (
    <FormDialog title="Refund payment" opened onClose={onClose} form={form} submitLabel={`Refund ${amount}`}>
      <Text size="sm">
        {amount} goes back to {payment.payer_name}
        {payment.invoiceId !== null && '; the invoice is open again'}. This cannot be undone.
      </Text>
      <Textarea label="Reason" required maxLength={500} {...form.fields.getInputProps('reason')} />
    </FormDialog>
  )
}
