import { Select, Textarea } from '@mantine/core'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatAmounts, MAX_AMOUNT } from '#shared/base/amounts/money.ts'
import { adjustCreditInput } from '#shared/money/invoices/schemas/credit.ts'

interface AdjustCreditDialogProps {
  clientId: string
  clientName: string
  currency: string
  onClose: () => void
}

/** Adds or removes credit without a payment, for instance as goodwill. */
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
        min={-MAX_AMOUNT}
        description="Enter a negative amount to remove credit. Applying credit to an invoice issues a credit note, which also lowers the tax."
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
        description="For your own records; the client doesn’t see it."
        {...fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
