import { Group } from '@mantine/core'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { OwnRatesDto } from '#shared/identity/schemas/owners.ts'
import type { SectionProps } from '../section/section-props.ts'
import classes from '../section/settings.module.css'

const loadSchema = () =>
  import('#shared/identity/schemas/owners.ts').then(({ ownRatesInput }) => ownRatesInput)

/** The rates for an owner's own hours: billing and cost. */
export function RatesCard({ settings: { rates, agency } }: SectionProps) {
  return rates === null || agency === null ? null : <RatesForm rates={rates} currency={agency.currency} />
}

function RatesForm({ rates, currency }: { rates: OwnRatesDto; currency: string }) {
  const save = trpc.settings.saveRates.useMutation()
  const form = useAppForm({
    schema: loadSchema,
    initialValues: { ...rates },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Rates saved', message: 'They apply to time you record from now on.' })
    },
    fallback: 'Failed to save the rates',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const field = (name: 'billing_rate' | 'cost_rate') => ({
    currency,
    optional: true,
    ...fields.getInputProps(name),
  })
  return (
    <SettingsCard
      title="Your rates"
      description="For your own hours. Your time needs no approval, and a project’s own rate takes precedence."
    >
      <AppForm form={form} className={classes.section}>
        <div className={classes.pair}>
          <MoneyField
            label="Hourly rate"
            description="What clients pay for an hour."
            {...field('billing_rate')}
          />
          <MoneyField
            label="Cost per hour"
            description="For project margins. Optional."
            {...field('cost_rate')}
          />
        </div>
        <Group>
          <SubmitButton>Save rates</SubmitButton>
        </Group>
      </AppForm>
    </SettingsCard>
  )
}
