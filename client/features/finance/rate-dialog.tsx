import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { useCurrency } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type MissingRateDto, missingRateInput } from '#shared/exchange.ts'

export function RateDialog({ missing, onClose }: { missing: MissingRateDto; onClose: () => void }) {
  const base = useCurrency()
  const enter = trpc.invoices.enterRate.useMutation()
  const form = useAppForm({
    schema: missingRateInput,
    initialValues: { currency: missing.currency, rate: missing.suggestion ?? '' },
    onSubmit: async (values) => {
      const { count } = await enter.mutateAsync(values)
      toast({ title: 'Exchange rate entered', message: `${count} amounts are in the figures now.` })
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
        description={`${base} for 1 ${missing.currency}, for everything that waits in this currency`}
        required
        inputMode="decimal"
        data-autofocus
        {...form.fields.getInputProps('rate')}
      />
    </FormDialog>
  )
}
