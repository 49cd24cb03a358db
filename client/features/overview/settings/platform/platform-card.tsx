import { Group, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { PlatformSettingsDto } from '#shared/overview/platform.ts'
import { platformSettingsInput } from '#shared/overview/schemas/platform.ts'
import { PictureField } from '../section/picture-field.tsx'
import classes from '../section/settings.module.css'

const valuesOf = ({
  name,
  registration,
  enforce_plan_limits,
  auto_backup,
  version,
}: PlatformSettingsDto) => ({
  name,
  registration,
  enforce_plan_limits,
  auto_backup,
  version,
})

export function PlatformCard({ platform }: { platform: PlatformSettingsDto }) {
  const utils = trpc.useUtils()
  const save = trpc.platform.saveSettings.useMutation()
  const form = useAppForm({
    schema: platformSettingsInput,
    initialValues: valuesOf(platform),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({ title: 'Platform settings saved' })
      return valuesOf(saved)
    },
    latest: async () => valuesOf(await utils.platform.settings.fetch(undefined, { staleTime: 0 })),
    fallback: 'Failed to save the platform settings',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  return (
    <SettingsCard title="Platform">
      <PictureField kind="platform-logo" noun="logo" picture={platform.logo}>
        {platform.logo !== null && <img className={classes.logo} src={platform.logo} alt="Platform logo" />}
      </PictureField>
      <AppForm form={form} className={classes.section}>
        <TextInput
          label="Platform name"
          description={`Leave empty to use ${platform.default_name}`}
          {...fields.getInputProps('name')}
        />
        <Radio.Group label="Registration" {...fields.getInputProps('registration')}>
          <Stack gap={6} mt={4}>
            <Radio value="open" label="Open to everyone" />
            <Radio value="invitation" label="By invitation only" />
          </Stack>
        </Radio.Group>
        <Switch
          label="Enforce plan limits"
          description="Agencies can’t exceed the limits of their plan"
          {...fields.getInputProps('enforce_plan_limits', { type: 'checkbox' })}
        />
        <Switch
          label="Nightly backup"
          description="Keeps seven daily and four weekly copies"
          {...fields.getInputProps('auto_backup', { type: 'checkbox' })}
        />
        <ConflictNotice conflict={form.conflict ?? null} />
        <Group>
          <SubmitButton>Save platform settings</SubmitButton>
        </Group>
      </AppForm>
    </SettingsCard>
  )
}
