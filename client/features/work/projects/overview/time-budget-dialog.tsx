import { Select } from '@mantine/core'
import { MinutesField } from '#client/components/fields/minutes-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { projectTimeInput } from '#shared/time/schemas/timesheets.ts'
import type { BudgetKind, ProjectBudgetDto } from '#shared/time/timesheets.ts'

const KINDS = [
  { value: 'none', label: 'No budget' },
  { value: 'hours', label: 'Hours' },
  { value: 'money', label: 'Money' },
]

interface TimeBudgetValues extends Record<string, unknown> {
  project_id: string
  billing_rate: number | null
  /** Minutes for `hours`, minor units for `money`. */
  budget: { kind: BudgetKind; amount: number } | null
}

export function TimeBudgetDialog({ time, onClose }: { time: ProjectBudgetDto; onClose: () => void }) {
  const save = trpc.timesheets.saveProjectTime.useMutation()
  const initialValues: TimeBudgetValues = {
    project_id: time.project_id,
    billing_rate: time.billing_rate,
    budget: time.budget,
  }
  const form = useAppForm({
    schema: projectTimeInput,
    initialValues,
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Action Performed', message: `The time budget of ${time.project_name} has been saved.` })
      onClose()
    },
    fallback: 'Failed to save the time budget',
  })
  const { budget } = form.fields.getValues()
  const setKind = (kind: string | null) =>
    form.fields.setFieldValue('budget', kind === 'hours' || kind === 'money' ? { kind, amount: 0 } : null)
  return (
    <FormDialog title="Time budget" opened onClose={onClose} form={form} submitLabel="Save">
      <Select label="Budget in" data={KINDS} value={budget?.kind ?? 'none'} onChange={setKind} />
      {budget?.kind === 'hours' && (
        <MinutesField label="Hours" empty={0} {...form.fields.getInputProps('budget.amount')} />
      )}
      {budget?.kind === 'money' && (
        <MoneyField label="Amount" currency={time.currency} {...form.fields.getInputProps('budget.amount')} />
      )}
      <MoneyField
        label="Hourly rate"
        description="Applies to time recorded from now on. Leave empty to use each contributor’s rate, or enter 0 to bill the time free of charge."
        optional
        currency={time.currency}
        {...form.fields.getInputProps('billing_rate')}
      />
    </FormDialog>
  )
}
