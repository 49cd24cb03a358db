import { Group, Select, Switch, Textarea } from '@mantine/core'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { AppForm, SubmitButton } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { E_INVOICE_CHOICES } from '#shared/identity/letterhead/e-invoice-formats.ts'
import { type LetterheadProfileDto, MAX_PAYMENT_TERMS } from '#shared/identity/letterhead/profile.ts'
import { letterheadDefaultsInput } from '#shared/identity/letterhead/schemas/profile.ts'
import classes from '../section/settings.module.css'
import { useProfileForm } from './use-profile-form.ts'

const valuesOf = (profile: LetterheadProfileDto) => ({
  default_tax_rate_id: profile.default_tax_rate_id,
  prices_include_tax: profile.prices_include_tax,
  tax_rounding: profile.tax_rounding,
  payment_terms: profile.payment_terms,
  notes: profile.notes ?? '',
  footer: profile.footer ?? '',
  e_invoice_format: profile.e_invoice_format,
  version: profile.version,
})

/** Defaults of new invoices. */
export function DefaultsCard({ profile }: { profile: LetterheadProfileDto }) {
  const save = trpc.letterhead.saveDefaults.useMutation()
  const form = useProfileForm({
    schema: letterheadDefaultsInput,
    profile,
    valuesOf,
    save: (values) => save.mutateAsync(values),
    what: 'Invoice defaults',
  })
  const { fields } = form
  return (
    <SettingsCard
      title="Invoice defaults"
      description="Defaults for new invoices. You can change them on each invoice."
    >
      <AppForm form={form} className={classes.fields}>
        <div className={classes.pair}>
          <Select
            label="Default tax rate"
            placeholder="None"
            data={profile.tax_rates.map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the default tax rate' }}
            {...fields.getInputProps('default_tax_rate_id')}
          />
          <NumberField
            label="Payment terms"
            min={0}
            max={MAX_PAYMENT_TERMS}
            suffix="days"
            {...fields.getInputProps('payment_terms')}
          />
        </div>
        <Switch
          label="Prices include tax"
          {...fields.getInputProps('prices_include_tax', { type: 'checkbox' })}
        />
        <Select
          label="Tax rounding"
          description="Sent documents keep their figures."
          data={[
            { value: 'document', label: 'Once per rate of a document' },
            { value: 'line', label: 'On each line' },
          ]}
          allowDeselect={false}
          {...fields.getInputProps('tax_rounding')}
        />
        <Textarea label="Default notes" autosize minRows={2} maxRows={8} {...fields.getInputProps('notes')} />
        <Textarea
          label="Document footer"
          autosize
          minRows={1}
          maxRows={4}
          {...fields.getInputProps('footer')}
        />
        <Select
          label="E-invoice"
          description="Attached to invoice emails, unless a client has another format."
          data={E_INVOICE_CHOICES}
          allowDeselect={false}
          {...fields.getInputProps('e_invoice_format')}
        />
        <ConflictNotice conflict={form.conflict ?? null} />
        <Group>
          <SubmitButton>Save defaults</SubmitButton>
        </Group>
      </AppForm>
    </SettingsCard>
  )
}
