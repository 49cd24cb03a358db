import { Text, Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { PayoutBillDto } from '#shared/money/bills.ts'
import { selfBillVoidInput } from '#shared/money/schemas/self-billing.ts'

interface VoidDialogProps {
  bill: PayoutBillDto
  onClose: () => void
}

/** A contributor rejects a self-billed document, or an owner cancels it. */
export function VoidDialog({ bill, onClose }: VoidDialogProps) {
  const isOwner = useCan('payout.write')
  const cancel = trpc.payouts.voidSelfBill.useMutation()
  const form = useAppForm({
    schema: selfBillVoidInput,
    initialValues: { id: bill.self_bill_id ?? '', reason: '' },
    onSubmit: async (values) => {
      await cancel.mutateAsync(values)
      toast({
        title: isOwner ? 'Bill canceled' : 'Bill rejected',
        message: `A cancellation of ${bill.number} was created.`,
      })
      onClose()
    },
    fallback: isOwner ? 'Failed to cancel the bill' : 'Failed to reject the bill',
  })
  const title = isOwner ? 'Cancel bill' : 'Reject bill'
  return (
    <FormDialog title={title} opened onClose={onClose} form={form} submitLabel={title} destructive>
      <Text size="sm">{`${bill.number} stays on record and is canceled by a document with the next number. The payout then has no bill.`}</Text>
      <Textarea
        label="Reason"
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        {...form.fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
