import { Divider, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { lazyPart } from '#client/components/states/lazy-part.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency, useUser } from '#client/lib/session/session.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { AgencySettingsDto } from '#shared/overview/settings.ts'
import { PictureField } from '../section/picture-field.tsx'
import { PreferenceSwitches } from '../section/preference-switches.tsx'
import type { SectionProps } from '../section/section-props.ts'
import classes from '../section/settings.module.css'
import { zoneOptions } from '../section/time-zones.ts'

const AccentField = lazyPart(() => import('../section/accent-field.tsx'), 'AccentField', 76)
const loadAgencyForm = () =>
  import('#shared/overview/schemas/settings.ts').then((module) => module.agencySettingsInput)

/** Agency details, editable by the owner and readable by members, and everyone's preference switches. */
export function AgencyCard({ settings }: SectionProps) {
  const { agency } = settings
  return (
    <SettingsCard
      title="Agency settings"
      description={
        agency !== null && !agency.writable ? 'Only the agency owner can change these settings.' : undefined
      }
    >
      {agency === null && <PlatformFacts />}
      {agency !== null &&
        (agency.writable ? <AgencyForm agency={agency} /> : <AgencyFacts agency={agency} />)}
      <Divider />
      <PreferenceSwitches settings={settings} />
    </SettingsCard>
  )
}

function PlatformFacts() {
  const { app_name } = useAppInfo()
  return (
    <>
      <Text size="sm" c="dimmed">
        You don’t belong to an agency, so the platform’s settings apply.
      </Text>
      <AgencyFacts agency={{ name: app_name, timezone: useUser().timezone, currency: useCurrency() }} />
    </>
  )
}

function AgencyFacts({ agency }: { agency: Pick<AgencySettingsDto, 'name' | 'timezone' | 'currency'> }) {
  return (
    <div className={classes.pair}>
      <TextInput label="Agency name" readOnly value={agency.name} />
      <TextInput label="Timezone" readOnly value={agency.timezone} />
      <TextInput label="Default currency" readOnly value={agency.currency} />
    </div>
  )
}

const valuesOf = (agency: AgencySettingsDto) => ({
  name: agency.name,
  timezone: agency.timezone,
  currency: agency.currency,
  invoice_details: agency.invoice_details ?? '',
  accent: agency.accent ?? '',
  version: agency.version,
})

function AgencyForm({ agency }: { agency: AgencySettingsDto }) {
  const utils = trpc.useUtils()
  const save = trpc.settings.saveAgency.useMutation()
  const form = useAppForm({
    schema: loadAgencyForm,
    initialValues: valuesOf(agency),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      await refreshSession()
      toast({ title: 'Agency settings saved' })
      return valuesOf(saved)
    },
    latest: async () => {
      const { agency: latest } = await utils.settings.get.fetch(undefined, { staleTime: 0 })
      return valuesOf(latest ?? agency)
    },
    fallback: 'Failed to save the agency settings',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  return (
    <>
      <PictureField kind="agency-logo" noun="logo" picture={agency.logo}>
        {agency.logo !== null && <img className={classes.logo} src={agency.logo} alt="Agency logo" />}
      </PictureField>
      <AppForm form={form} className={classes.section}>
        <div className={classes.pair}>
          <TextInput
            label="Agency name"
            required
            withAsterisk={false}
            autoComplete="off"
            {...fields.getInputProps('name')}
          />
          <Select
            label="Timezone"
            data={zoneOptions(agency.timezone)}
            searchable
            {...fields.getInputProps('timezone')}
          />
          <Select
            label="Default currency"
            data={CURRENCY_OPTIONS}
            searchable
            {...fields.getInputProps('currency')}
          />
        </div>
        <AccentField {...fields.getInputProps('accent')} />
        <Textarea
          label="Invoice details"
          description="Extra lines on your documents, below the company details from the Billing section"
          {...fields.getInputProps('invoice_details')}
        />
        <ConflictNotice conflict={form.conflict ?? null} />
        <Group>
          <SubmitButton>Save agency settings</SubmitButton>
        </Group>
      </AppForm>
    </>
  )
}
