import { Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { creditNoteInput, type InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'

/** Credits part or all of the amount due with a credit note. */
export function CreditDialog({ invoice, onClose }: { invoice: InvoiceDto; onClose: () => void }) {
  const credit = trpc.invoices.credit.useMutation()
  const form = useAppForm({
    schema: creditNoteInput,
    initialValues: { id: invoice.id, amount: invoice.amount_due, reason: '' },
    onSubmit: async (values) => {
      await credit.mutateAsync(values)
      toast({
        title: 'Credit note issued',
        message: `${formatCharged(values.amount ?? invoice.amount_due, invoice.currency)} has been credited to ${invoice.number}.`,
      })
      onClose()
    },
    fallback: 'Failed to issue the credit note',
  })
  return (
    <FormDialog title="Credit note" opened onClose={onClose} form={form} submitLabel="Issue credit note">
      <MoneyField
        label="Amount"
        required
        currency={invoice.currency}
        description={`At most ${formatCharged(invoice.amount_due, invoice.currency)}.`}
        {...form.fields.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        required
        maxLength={500}
        description="Printed on the credit note."
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
