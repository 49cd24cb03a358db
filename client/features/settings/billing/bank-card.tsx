import { Group, TextInput } from '@mantine/core'
import { AppForm, SubmitButton } from '#client/components/app-form.tsx'
import { ConflictNotice } from '#client/components/form-conflict.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { type BillingProfileDto, billingBankInput } from '#shared/billing.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** In groups of four, as it is read. */
const grouped = (iban: string | null): string => iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? ''

const valuesOf = (profile: BillingProfileDto) => ({
  account_holder: profile.account_holder ?? '',
  iban: grouped(profile.iban),
  bic: profile.bic ?? '',
  bank_name: profile.bank_name ?? '',
  version: profile.version,
})

/** Where clients transfer the money. */
export function BankCard({ profile }: { profile: BillingProfileDto }) {
  const save = trpc.billing.saveBank.useMutation()
  const form = useProfileForm({
    schema: billingBankInput,
    profile,
    valuesOf,
    save: (values) => save.mutateAsync(values),
    what: 'Bank details',
  })
  const { fields } = form
  return (
    <SettingsCard title="Bank details" description="Where clients transfer what they owe.">
      <AppForm form={form} className={classes.fields}>
        <div className={classes.pair}>
          <TextInput label="Account holder" autoComplete="off" {...fields.getInputProps('account_holder')} />
          <TextInput label="Bank" autoComplete="off" {...fields.getInputProps('bank_name')} />
          <TextInput label="IBAN" autoComplete="off" {...fields.getInputProps('iban')} />
          <TextInput label="BIC" autoComplete="off" {...fields.getInputProps('bic')} />
        </div>
        <ConflictNotice conflict={form.conflict ?? null} />
        <Group>
          <SubmitButton>Save bank details</SubmitButton>
        </Group>
      </AppForm>
    </SettingsCard>
  )
}
