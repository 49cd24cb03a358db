import { Stack, Switch } from '@mantine/core'
import { useCan, useUser } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useSavePreference } from '../../shell/account/preferences.ts'
import type { SectionProps } from './section-props.ts'

/** The three switches of the agency settings; each is saved as it is turned. */
export function PreferenceSwitches({ settings }: SectionProps) {
  const save = useSavePreference()
  const { theme, email_notifications } = settings.preferences
  return (
    <Stack gap="sm">
      <Switch
        label="Email notifications"
        description="Mails of what concerns you; Notifications says which"
        checked={email_notifications}
        onChange={(event) => save({ email_notifications: event.currentTarget.checked })}
      />
      <AutoBackupSwitch on={settings.auto_backup} />
      <Switch
        label="Dark mode"
        description="Off follows the light look; Appearance can follow your system"
        checked={theme === 'dark'}
        onChange={(event) => save({ theme: event.currentTarget.checked ? 'dark' : 'light' })}
      />
    </Stack>
  )
}

/** The whole portal is backed up each night, so only the platform's administrator turns this. */
export function AutoBackupSwitch({ on }: { on: boolean }) {
  const { viewing_as } = useUser()
  const manages = useCan('platform.manage') && !viewing_as
  const utils = trpc.useUtils()
  const save = trpc.platform.saveSettings.useMutation({
    onError: errorToast('Failed to change the backup'),
    onSuccess: ({ auto_backup }) =>
      toast({ title: auto_backup ? 'Auto-backup is on' : 'Auto-backup is off' }),
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
          ? 'A copy of the database and all files each night'
          : 'The platform keeps a copy of all data each night; its administrator turns this.'
      }
      checked={on}
      disabled={!manages || save.isPending}
      onChange={(event) => {
        turn(event.currentTarget.checked).catch(errorToast('Failed to change the backup'))
      }}
    />
  )
}
