import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import type { SettingsDto, Theme } from '#shared/overview/settings.ts'

type Change = Inputs['settings']['savePreferences']

const toColorScheme = (theme: Theme): MantineColorScheme => (theme === 'system' ? 'auto' : theme)

/** Smaller type and spacing; see theme/base.css. */
const showCompact = (compact: boolean) => document.documentElement.toggleAttribute('data-compact', compact)

/** Applies the user's appearance on every device they sign in on. */
export function useAppliedPreferences() {
  const { setColorScheme } = useMantineColorScheme()
  const { data } = trpc.settings.get.useQuery(undefined, { enabled: useCan('settings.own') })
  const { theme, compact } = data?.preferences ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter is new on every render
  useEffect(() => {
    if (theme !== undefined) setColorScheme(toColorScheme(theme))
  }, [theme])
  useEffect(() => {
    if (compact !== undefined) showCompact(compact)
  }, [compact])
}

/** Saves a preference optimistically. */
export function useSavePreference() {
  const { mutate } = trpc.settings.savePreferences.useMutation({
    ...useOptimistic<SettingsDto, Change>(
      getQueryKey(trpc.settings.get),
      (settings, change) => ({ ...settings, preferences: { ...settings.preferences, ...change } }),
      'Failed to save the preference',
    ),
    onSuccess: async (_saved, { timezone, week_start }) => {
      if (timezone !== undefined || week_start !== undefined) await refreshSession()
    },
  })
  return (change: Change) => mutate(change)
}
