import { Stack, Switch } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { useSavePreference } from '../preferences.ts'
import type { SectionProps } from './section-props.ts'

/** The three switches of the agency settings, each saved immediately. */
export function PreferenceSwitches({ settings }: SectionProps) {
  const save = useSavePreference()
  const { theme, email_notifications } = settings.preferences
  return (
    <Stack gap="sm">
      <Switch
        label="Email notifications"
        description="Choose which emails you receive under Notifications"
        checked={email_notifications}
        onChange={(event) => save({ email_notifications: event.currentTarget.checked })}
      />
      <AutoBackupSwitch on={settings.auto_backup} />
      <Switch
        label="Dark mode"
        description="To match your system, go to Appearance"
        checked={theme === 'dark'}
        onChange={(event) => save({ theme: event.currentTarget.checked ? 'dark' : 'light' })}
      />
    </Stack>
  )
}

/** The whole portal is backed up, so only the platform administrator can change this. */
export function AutoBackupSwitch({ on }: { on: boolean }) {
  const { viewing_as } = useUser()
  const manages = useCan('platform.manage') && !viewing_as
  const utils = trpc.useUtils()
  const save = trpc.platform.saveSettings.useMutation({
    onError: errorToast('Failed to update backup settings'),
    onSuccess: ({ auto_backup }) =>
      toast({ title: auto_backup ? 'Auto-backup turned on' : 'Auto-backup turned off' }),
  })
  const turn = async (auto_backup: boolean) => {
    const platform = await utils.platform.settings.fetch(undefined, { staleTime: 0 })
    save.mutate({
      name: platform.name,
      registration: platform.registration,
      enforce_plan_limits: platform.enforce_plan_limits,
      version: platform.version,
      auto_backup,
    })
  }
  return (
    <Switch
      label="Auto-backup"
      description={
        manages
          ? 'Back up the database and all files every night'
          : 'Nightly backup of all data. Only the platform administrator can change this.'
      }
      checked={on}
      disabled={!manages || save.isPending}
      onChange={(event) => {
        turn(event.currentTarget.checked).catch(errorToast('Failed to update backup settings'))
      }}
    />
  )
}
