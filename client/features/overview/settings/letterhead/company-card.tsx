import { Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { AppForm, SubmitButton } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { countryOptions } from '#shared/base/countries.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import { letterheadCompanyInput } from '#shared/identity/letterhead/schemas/profile.ts'
import classes from '../section/settings.module.css'
import { useProfileForm } from './use-profile-form.ts'

const COUNTRIES = countryOptions()

const valuesOf = (profile: LetterheadProfileDto) => ({
  legal_name: profile.legal_name ?? '',
  address: profile.address ?? '',
  postal_code: profile.postal_code ?? '',
  city: profile.city ?? '',
  region: profile.region ?? '',
  country: profile.country,
  tax_id: profile.tax_id ?? '',
  registration_number: profile.registration_number ?? '',
  electronic_address: profile.electronic_address ?? '',
  email: profile.email ?? '',
  phone: profile.phone ?? '',
  version: profile.version,
})

/** The agency's company details on documents. */
export function CompanyCard({ profile }: { profile: LetterheadProfileDto }) {
  const save = trpc.letterhead.saveCompany.useMutation()
  const form = useProfileForm({
    schema: letterheadCompanyInput,
    profile,
    valuesOf,
    save: (values) => save.mutateAsync(values),
    what: 'Company on documents',
  })
  const { fields } = form
  return (
    <SettingsCard
      title="Company on documents"
      description="Shown as the seller on invoices and credit notes. Sent documents don’t change."
    >
      <AppForm form={form} className={classes.fields}>
        <div className={classes.pair}>
          <TextInput label="Legal name" autoComplete="off" {...fields.getInputProps('legal_name')} />
          <Select
            label="Country"
            data={COUNTRIES}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the country' }}
            {...fields.getInputProps('country')}
          />
        </div>
        <Textarea
          label="Street and number"
          autosize
          minRows={1}
          maxRows={4}
          {...fields.getInputProps('address')}
        />
        <div className={classes.pair}>
          <TextInput label="Postal code" autoComplete="off" {...fields.getInputProps('postal_code')} />
          <TextInput label="City" autoComplete="off" {...fields.getInputProps('city')} />
          <TextInput label="Region" autoComplete="off" {...fields.getInputProps('region')} />
          <TextInput
            label="Registration number"
            autoComplete="off"
            {...fields.getInputProps('registration_number')}
          />
          <TextInput label="VAT or tax number" autoComplete="off" {...fields.getInputProps('tax_id')} />
          <TextInput
            label="Peppol address"
            placeholder="0204:991-01234-44"
            autoComplete="off"
            {...fields.getInputProps('electronic_address')}
          />
        </div>
        {profile.tax_id !== null && <RegisterCheck profile={profile} changed={fields.isDirty('tax_id')} />}
        <div className={classes.pair}>
          <TextInput
            label="Contact address for billing"
            type="email"
            autoComplete="off"
            {...fields.getInputProps('email')}
          />
          <TextInput label="Billing phone" autoComplete="off" {...fields.getInputProps('phone')} />
        </div>
        <ConflictNotice conflict={form.conflict ?? null} />
        <Group>
          <SubmitButton>Save company</SubmitButton>
        </Group>
      </AppForm>
    </SettingsCard>
  )
}

function RegisterCheck({ profile, changed }: { profile: LetterheadProfileDto; changed: boolean }) {
  const zone = useZone()
  const ask = trpc.letterhead.checkTaxId.useMutation({
    onError: errorToast('Couldn’t reach VIES'),
    onSuccess: ({ check }) => {
      if (check === null) {
        toastDestructive({
          title: 'Couldn’t reach VIES',
          message: 'VIES isn’t responding. Please try again later.',
        })
      } else if (check.valid) toast({ title: `${profile.tax_id} is registered` })
      else toastDestructive({ title: `${profile.tax_id} is not registered` })
    },
  })
  const { tax_id_check: check } = profile
  return (
    <Group gap="sm">
      <Button size="xs" variant="default" disabled={changed || ask.isPending} onClick={() => ask.mutate()}>
        Check with VIES
      </Button>
      <Text size="sm" c={check?.valid === false && !changed ? 'orange' : 'dimmed'} role="status">
        {changed ? 'Save the number first.' : wordsFor(check, zone)}
      </Text>
    </Group>
  )
}

function wordsFor(check: LetterheadProfileDto['tax_id_check'], zone: string): string {
  if (check === null) return 'Not checked yet.'
  const day = formatInstantDate(check.checked_at, zone)
  return check.valid ? `Registered, checked on ${day}.` : `Not registered when checked on ${day}.`
}
