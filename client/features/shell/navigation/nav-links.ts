import {
  IconBuilding,
  IconBuildings,
  IconCalendar,
  IconClock,
  IconCreditCard,
  IconFolder,
  IconLayoutDashboard,
  IconMessage,
  IconPackage,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

export interface NavLink {
  label: string
  to: NonNullable<LinkProps['to']>
  icon: TablerIcon
}

const overview: NavLink = { label: 'Overview', to: '/dashboard', icon: IconLayoutDashboard }
const agencies: NavLink = { label: 'Agencies', to: '/agencies', icon: IconBuildings }
const packages: NavLink = { label: 'Packages', to: '/packages', icon: IconPackage }
const projects: NavLink = { label: 'Projects', to: '/projects', icon: IconFolder }
const clients: NavLink = { label: 'Clients', to: '/clients', icon: IconBuilding }
const contributors: NavLink = { label: 'Contributors', to: '/employees', icon: IconUsers }
const payments: NavLink = { label: 'Payments', to: '/payments', icon: IconCreditCard }
const workLog: NavLink = { label: 'Work Log', to: '/work-log', icon: IconClock }
const messages: NavLink = { label: 'Messages', to: '/messages', icon: IconMessage }
const schedules: NavLink = { label: 'Schedules', to: '/schedules', icon: IconCalendar }
const settings: NavLink = { label: 'Settings', to: '/settings', icon: IconSettings }

const member = [overview, projects, payments, workLog, messages, schedules, settings]

const LINKS: Record<string, NavLink[]> = {
  super_admin: [overview, agencies, packages, payments, messages, schedules, settings],
  agency_admin: [overview, projects, clients, contributors, payments, workLog, messages, schedules, settings],
  employee: member,
  client: member,
}

/** The sidebar links in order. Unknown roles see the overview and settings. */
export const linksFor = (role: string): NavLink[] => LINKS[role] ?? [overview, settings]

const MOST_USED: Record<string, NavLink[]> = {
  super_admin: [overview, agencies, payments, messages],
  agency_admin: [overview, projects, clients, messages],
  employee: [overview, projects, workLog, messages],
  client: [overview, projects, payments, messages],
}

/** The bottom bar on phones. */
export const mostUsedFor = (role: string): NavLink[] => MOST_USED[role] ?? [overview, settings]

/** Active on the link's path and below it, matching whole segments. */
export const isActive = (pathname: string, to: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`)

/** The role label; platform administrators are shown with the product's name. */
export const roleLabel = (role: string, appName: string): string =>
  role === 'super_admin' ? `${appName} Admin` : role.replaceAll('_', ' ')
