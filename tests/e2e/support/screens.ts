import type { DemoRole } from './portal.ts'

export const SCREENS = [
  '/dashboard',
  '/projects',
  '/tasks',
  '/payments',
  '/invoices',
  '/messages',
  '/work-log',
  '/clients',
  '/employees',
  '/process',
  '/quicks',
  '/accounts',
  '/agencies',
  '/packages',
  '/schedules',
  '/settings',
]

/** Further addresses of the same screens. */
export const ALIASES = [
  '/my-tasks',
  '/time-tracking',
  '/payouts',
  '/my-invoices',
  '/my-projects',
  '/admin/overview',
  '/admin/usage',
  '/admin/agencies',
  '/admin/billing',
  '/admin/logs',
]

/** What each role is refused. */
export const DENIED: Record<DemoRole, string[]> = {
  admin: [],
  owner: ['/agencies', '/packages'],
  contributor: ['/clients', '/employees', '/accounts', '/admin/agencies', '/agencies', '/packages'],
  client: ['/clients', '/employees', '/accounts', '/admin/agencies', '/agencies', '/packages', '/process'],
}
