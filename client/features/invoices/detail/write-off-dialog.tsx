import { Text, Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { today } from '#client/lib/dates.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { writeOffInput } from '#shared/credit.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'

/** Gives up what is still due. */
export function WriteOffDialog({ invoice, onClose }: { invoice: InvoiceDto; onClose: () => void }) {
  const zone = useBooksZone()
  const writeOff = trpc.invoices.writeOff.useMutation()
  const due = formatCharged(invoice.amount_due, invoice.currency)
  const form = useAppForm({
    schema: writeOffInput,
    initialValues: { id: invoice.id, reason: '', written_off_on: today(zone) },
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
        {due} is still due on {invoice.number}. Your books will name the loss and the tax in it, and{' '}
        {invoice.clientName} won’t be reminded any more. You can undo this.
      </Text>
      <DateField label="Date" clearable={false} {...fields.getInputProps('written_off_on')} />
      <Textarea
        label="Reason"
        required
        data-autofocus
        maxLength={500}
        description="For your own records; the client doesn’t see it."
        {...fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
