import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useCan } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { Theme } from '#shared/settings.ts'

export const toColorScheme = (theme: Theme): MantineColorScheme => (theme === 'system' ? 'auto' : theme)

/** Smaller type and spacing; the rules are in theme/base.css. */
export const showCompact = (compact: boolean) =>
  document.documentElement.toggleAttribute('data-compact', compact)

/** Brings the person's own look to whatever device they sign in on. */
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
