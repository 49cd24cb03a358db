import { useMantineColorScheme } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic } from '#client/lib/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import type { SettingsDto } from '#shared/settings.ts'
import { showCompact, toColorScheme } from '../shell/apply-preferences.ts'

type Change = NonNullable<Inputs['settings']['savePreferences']>

/** Saves a preference at once and shows it before the server has answered. */
export function useSavePreference() {
  const { setColorScheme } = useMantineColorScheme()
  const { mutate } = trpc.settings.savePreferences.useMutation(
    useOptimistic<SettingsDto, Change>(
      getQueryKey(trpc.settings.get),
      (settings, change) => ({ ...settings, preferences: { ...settings.preferences, ...change } }),
      'Failed to save the preference',
    ),
  )
  return (change: Change) => {
    if (change.theme !== undefined) setColorScheme(toColorScheme(change.theme))
    if (change.compact !== undefined) showCompact(change.compact)
    mutate(change)
  }
}
