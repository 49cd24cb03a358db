import { Group, NumberInput, Select, Switch, Textarea } from '@mantine/core'
import { AppForm, SubmitButton } from '#client/components/app-form.tsx'
import { ConflictNotice } from '#client/components/form-conflict.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { type BillingProfileDto, billingDefaultsInput, MAX_PAYMENT_TERMS } from '#shared/billing.ts'
import { E_INVOICE_CHOICES } from '#shared/e-invoices.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { useProfileForm } from './use-profile-form.ts'

const valuesOf = (profile: BillingProfileDto) => ({
  default_tax_rate_id: profile.default_tax_rate_id,
  prices_include_tax: profile.prices_include_tax,
  payment_terms: profile.payment_terms,
  notes: profile.notes ?? '',
  footer: profile.footer ?? '',
  e_invoice_format: profile.e_invoice_format,
  version: profile.version,
})

/** How a new invoice begins. */
export function DefaultsCard({ profile }: { profile: BillingProfileDto }) {
  const save = trpc.billing.saveDefaults.useMutation()
  const form = useProfileForm({
    schema: billingDefaultsInput,
    profile,
    valuesOf,
    save: (values) => save.mutateAsync(values),
    what: 'Invoice defaults',
  })
  const { fields } = form
  return (
    <SettingsCard title="Invoice defaults" description="How a new invoice begins; each can differ.">
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
          <NumberInput
            label="Payment terms"
            min={0}
            max={MAX_PAYMENT_TERMS}
            allowDecimal={false}
            suffix=" days"
            {...fields.getInputProps('payment_terms')}
          />
        </div>
        <Switch
          label="Prices include tax"
          {...fields.getInputProps('prices_include_tax', { type: 'checkbox' })}
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
          description="What clients get with the mail of an invoice, unless a client takes another format."
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
