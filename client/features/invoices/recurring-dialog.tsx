import { NumberInput, Select, Switch } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { formatDate, today } from '#client/lib/dates.ts'
import { useCurrency, useZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RECURRING_FREQUENCIES, type RecurringFrequency, recurringSaveInput } from '#shared/invoices.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import { type ContentValues, emptyContent } from './invoice-values.ts'
import { FREQUENCY_WORDS } from './invoice-words.ts'

type RecurringValues = ContentValues & {
  frequency: RecurringFrequency
  starts_on: string | null
  ends_on: string | null
  occurrences: number | null
  due_days: number
  send_automatically: boolean
}

const FREQUENCIES = RECURRING_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_WORDS[value] }))

/** Plans an invoice that writes itself. */
export function RecurringDialog({ onClose }: { onClose: () => void }) {
  const currency = useCurrency()
  const zone = useZone()
  const save = trpc.invoices.saveRecurring.useMutation()
  const initialValues: RecurringValues = {
    ...emptyContent(currency),
    frequency: 'monthly',
    starts_on: today(zone),
    ends_on: null,
    occurrences: null,
    due_days: 14,
    send_automatically: true,
  }
  const form = useAppForm({
    schema: recurringSaveInput,
    initialValues,
    onSubmit: async (values) => {
      const plan = await save.mutateAsync(values)
      toast({
        title: 'Recurring Invoice Planned',
        message: `“${plan.title}” is written for ${plan.clientName} from ${formatDate(plan.next_on)}.`,
      })
      onClose()
    },
    fallback: 'Failed to save the recurring invoice',
  })
  const { fields } = form
  return (
    <FormDialog
      title="New Recurring Invoice"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Plan Invoice"
      size="xl"
    >
      <InvoiceFields fields={fields}>
        <Select label="Repeats" data={FREQUENCIES} {...fields.getInputProps('frequency')} />
        <DateField label="First on" required {...fields.getInputProps('starts_on')} />
        <DateField label="Ends on" {...fields.getInputProps('ends_on')} />
        <NumberInput
          label="How many in all"
          placeholder="No limit"
          min={1}
          max={1000}
          allowDecimal={false}
          value={fields.getValues().occurrences ?? ''}
          error={fields.errors.occurrences}
          onChange={(count) => fields.setFieldValue('occurrences', typeof count === 'number' ? count : null)}
        />
        <NumberInput
          label="Due after (days)"
          min={0}
          max={365}
          allowDecimal={false}
          {...fields.getInputProps('due_days')}
        />
      </InvoiceFields>
      <Switch
        label="Send it without asking"
        description="Otherwise each invoice waits as a draft."
        {...fields.getInputProps('send_automatically', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
