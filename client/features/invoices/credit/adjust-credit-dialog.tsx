import { Select, Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { adjustCreditInput } from '#shared/credit.ts'
import { formatAmounts } from '#shared/money.ts'

interface AdjustCreditDialogProps {
  clientId: string
  clientName: string
  currency: string
  onClose: () => void
}

/** Gives or takes credit without money, for instance as goodwill. */
export function AdjustCreditDialog({ clientId, clientName, currency, onClose }: AdjustCreditDialogProps) {
  const adjust = trpc.invoices.adjustCredit.useMutation()
  const form = useAppForm({
    schema: adjustCreditInput,
    initialValues: { client_id: clientId, currency, amount: 0, reason: '' },
    onSubmit: async (values) => {
      const { balances } = await adjust.mutateAsync(values)
      toast({
        title: 'Credit adjusted',
        message: `${clientName} has ${formatAmounts(balances) ?? 'no credit'} now.`,
      })
      onClose()
    },
    fallback: 'Failed to adjust the credit',
  })
  const { fields } = form
  return (
    <FormDialog title="Adjust credit" opened onClose={onClose} form={form} submitLabel="Adjust credit">
      <MoneyField
        label="Amount"
        required
        data-autofocus
        currency={fields.values.currency}
        description="With a minus sign, credit is taken away."
        {...fields.getInputProps('amount')}
      />
      <Select
        label="Currency"
        data={CURRENCY_OPTIONS}
        searchable
        allowDeselect={false}
        {...fields.getInputProps('currency')}
      />
      <Textarea
        label="Reason"
        required
        maxLength={500}
        description="For your own records; the client doesn’t see it."
        {...fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
