import { Text, Textarea } from '@mantine/core'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { writeOffInput } from '#shared/money/invoices/schemas/credit.ts'

/** Writes off the amount still due. */
export function WriteOffDialog({ invoice, onClose }: { invoice: InvoiceDto; onClose: () => void }) {
  const zone = useBooksZone()
  const writeOff = trpc.invoices.writeOff.useMutation()
  const due = formatCharged(invoice.amount_due, invoice.currency)
  const form = useAppForm({
    schema: writeOffInput,
    initialValues: { id: invoice.id, reason: '', written_off_on: today(zone), confirm_period: false },
    onSubmit: async (values) => {
      await writeOff.mutateAsync(values)
      toast({ title: 'Invoice written off', message: `${due} of ${invoice.number} is no longer due.` })
      onClose()
    },
    fallback: 'Failed to write off the invoice',
  })
  const { fields } = form
  return (
    <FormDialog
      title="Write off"
      opened
      onClose={onClose}
      form={form}
      submitLabel={`Write off ${due}`}
      destructive
    >
      <Text size="sm">
        {due} is still due on {invoice.number}. Your accounts will show the loss and its tax, and{' '}
        {invoice.clientName} won’t be reminded any more. You can undo this.
      </Text>
      <DateField label="Date" clearable={false} {...fields.getInputProps('written_off_on')} />
      <ClosedPeriodField
        day={fields.getValues().written_off_on}
        closed="Write the invoice off on a later day."
        {...fields.getInputProps('confirm_period', { type: 'checkbox' })}
        checked={fields.getValues().confirm_period}
        onChange={(checked) => fields.setFieldValue('confirm_period', checked)}
      />
      <Textarea
        label="Reason"
        required
        data-autofocus
        description="For your own records; the client doesn’t see it."
        {...fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
