import { TextInput } from '@mantine/core'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { MissingRateDto } from '#shared/base/amounts/exchange.ts'
import { enterRateInput } from '#shared/money/invoices/schemas/invoices.ts'

export function RateDialog({ missing, onClose }: { missing: MissingRateDto; onClose: () => void }) {
  const base = useCurrency()
  const enter = trpc.invoices.enterRate.useMutation()
  const form = useAppForm({
    schema: enterRateInput,
    initialValues: { currency: missing.currency, rate: missing.suggestion ?? '', confirm_period: false },
    onSubmit: async (values) => {
      const { count } = await enter.mutateAsync(values)
      toast({ title: 'Exchange rate entered', message: `${count} amounts are now included in the figures.` })
      onClose()
    },
    fallback: 'Failed to enter the exchange rate',
  })
  return (
    <FormDialog
      title={`Exchange rate of ${missing.currency}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Enter rate"
    >
      <TextInput
        label="Exchange rate"
        description={`${base} for 1 ${missing.currency}, applied to every amount without a rate in this currency`}
        required
        inputMode="decimal"
        data-autofocus
        {...form.fields.getInputProps('rate')}
      />
      <ClosedPeriodField
        day={missing.since}
        closed="Reopen the period before you enter the rate."
        {...form.fields.getInputProps('confirm_period', { type: 'checkbox' })}
        checked={form.fields.getValues().confirm_period}
        onChange={(checked) => form.fields.setFieldValue('confirm_period', checked)}
      />
    </FormDialog>
  )
}
