import { call, type Screen } from '../base/screens.ts'
import { accounts } from '../money/screens/accounts.ts'
import { invoices } from '../money/screens/invoices.ts'
import { packages } from '../money/screens/packages.ts'
import { payments, payouts } from '../money/screens/payments.ts'
import { agencies } from '../overview/screens/agencies.ts'
import { dashboard } from '../overview/screens/dashboard.ts'
import { settings } from '../overview/screens/settings.ts'
import { clients } from '../people/screens/clients.ts'
import { employees } from '../people/screens/employees.ts'
import { workLog } from '../time/screens/work-log.ts'
import { messages } from '../work/screens/messages.ts'
import { processes } from '../work/screens/processes.ts'
import { projects } from '../work/screens/projects.ts'
import { quickTasks } from '../work/screens/quick-tasks.ts'
import { schedule } from '../work/screens/schedule.ts'
import { myTasks, tasks } from '../work/screens/tasks.ts'

/** Every screen behind sign-in, in the order of the navigation. */
export const SCREENS = [
  dashboard,
  agencies,
  packages,
  projects,
  clients,
  employees,
  payments,
  workLog,
  messages,
  schedule,
  settings,
  tasks,
  myTasks,
  quickTasks,
  processes,
  accounts,
  invoices,
  payouts,
] as const

/** Pages that open without signing in. */
export const OPEN_ADDRESSES: readonly string[] = ['/', '/auth', '/pay', '/test-bank']

/** The queries that the frame of every screen sends first. */
export const FRAME_CALLS = [
  call('workLog.timer'),
  call('messages.unreadCount'),
  call('notifications.unreadCount'),
  call('settings.get'),
]

export const addressesOf = ({ address, aliases = [] }: Screen): string[] => [address, ...aliases]

/** All addresses that have a page. */
export const ADDRESSES: readonly string[] = [...OPEN_ADDRESSES, ...SCREENS.flatMap(addressesOf)]

/** The screen at an address or alias. */
export const screenAt = (address: string) => SCREENS.find((screen) => addressesOf(screen).includes(address))
