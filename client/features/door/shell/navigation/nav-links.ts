import type { TablerIcon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { spaced } from '#client/lib/labels.ts'
import { allows } from '#shared/base/policies.ts'
import { isRole } from '#shared/base/roles.ts'
import type { Screen } from '#shared/base/screens.ts'
import { SCREENS } from '#shared/door/screens.ts'
import { SCREEN_ICONS } from './screen-icons.ts'

export interface NavLink extends Pick<Screen, 'label' | 'key' | 'sidebar' | 'bottomBar' | 'palette'> {
  to: NonNullable<LinkProps['to']>
  icon: TablerIcon
}

const LINKS: readonly NavLink[] = SCREENS.map(({ address, icon, ...screen }) => ({
  ...screen,
  to: address,
  icon: SCREEN_ICONS[icon],
}))

/** The sidebar links in order. Unknown roles see the overview and settings. */
export const linksFor = (role: string): NavLink[] =>
  LINKS.filter(({ sidebar }) => sidebar === 'anyone' || (isRole(role) && sidebar?.includes(role)))

/** The bottom bar on phones. */
export const mostUsedFor = (role: string): NavLink[] =>
  isRole(role) ? LINKS.filter(({ bottomBar }) => bottomBar?.includes(role)) : linksFor(role)

/** All screens the user may see, for the command palette and keyboard shortcuts. */
export const screensFor = (role: string): NavLink[] => [
  ...linksFor(role),
  ...LINKS.filter(({ palette }) => palette !== undefined && allows(role, palette)),
]

/** Active on the link's path and below it, matching whole segments. */
export const isActive = (pathname: string, to: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`)

/** The role label; platform administrators are shown with the product's name. */
export const roleLabel = (role: string, appName: string): string =>
  role === 'super_admin' ? `${appName} Admin` : spaced(role)
