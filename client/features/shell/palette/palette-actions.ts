import {
  IconBell,
  IconBolt,
  IconBuilding,
  IconBuildings,
  IconCalendarPlus,
  IconClockPlay,
  IconClockPlus,
  IconFileInvoice,
  IconFolderPlus,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconPackage,
  IconReceipt,
  IconRoute,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { linkOptions, type NavigateOptions } from '@tanstack/react-router'
import type { Action } from '#shared/policies.ts'

export interface PaletteAction {
  label: string
  icon: TablerIcon
  /** Other words that find it. */
  words?: string
  /** The required permission; omitted if everyone may do it. */
  can?: Action
  run: () => void
}

interface Effects {
  go: (place: NavigateOptions) => void
  openNotifications: () => void
  openShortcuts: () => void
  switchAppearance: () => void
  signOut: () => void
}

type Creation = Omit<PaletteAction, 'run'> & { place: NavigateOptions }

/** What can be made from anywhere; C lists these alone. */
const CREATIONS: readonly Creation[] = [
  {
    label: 'New project',
    words: 'add create',
    icon: IconFolderPlus,
    can: 'project.write',
    place: linkOptions({ to: '/projects', search: { new: true } }),
  },
  {
    label: 'Add task',
    words: 'new create',
    icon: IconListCheck,
    can: 'task.write',
    place: linkOptions({ to: '/tasks', search: { new: true } }),
  },
  {
    label: 'Add quick task',
    words: 'new create',
    icon: IconBolt,
    can: 'quick-task.own',
    place: linkOptions({ to: '/quicks', search: { new: true } }),
  },
  {
    label: 'Add client',
    words: 'new create',
    icon: IconBuilding,
    can: 'client.write',
    place: linkOptions({ to: '/clients', search: { new: true } }),
  },
  {
    label: 'Add contributor',
    words: 'new create employee',
    icon: IconUserPlus,
    can: 'employee.write',
    place: linkOptions({ to: '/employees', search: { new: true } }),
  },
  {
    label: 'Create invoice',
    words: 'new add',
    icon: IconFileInvoice,
    can: 'invoice.write',
    place: linkOptions({ to: '/payments', search: { tab: 'invoices', new: true } }),
  },
  {
    label: 'Record expense',
    words: 'new add create',
    icon: IconReceipt,
    can: 'finance.write',
    place: linkOptions({ to: '/accounts', search: { new: true } }),
  },
  {
    label: 'New time entry',
    words: 'add create hours',
    icon: IconClockPlus,
    can: 'work-log.own',
    place: linkOptions({ to: '/work-log', search: { dialog: 'entry' } }),
  },
  {
    label: 'Start timer',
    words: 'clock in',
    icon: IconClockPlay,
    can: 'work-log.own',
    place: linkOptions({ to: '/work-log', search: { dialog: 'timer' } }),
  },
  {
    label: 'New event',
    words: 'add create meeting schedule',
    icon: IconCalendarPlus,
    can: 'schedule.write',
    place: linkOptions({ to: '/schedules', search: { new: 'event' } }),
  },
  {
    label: 'Create process',
    words: 'new add',
    icon: IconRoute,
    can: 'process.write',
    place: linkOptions({ to: '/process', search: { edit: 'new' } }),
  },
  {
    label: 'Add agency',
    words: 'new create',
    icon: IconBuildings,
    can: 'agency.write-all',
    place: linkOptions({ to: '/agencies', search: { new: true } }),
  },
  {
    label: 'Create package',
    words: 'new add plan',
    icon: IconPackage,
    can: 'package.write',
    place: linkOptions({ to: '/packages', search: { new: true } }),
  },
]

export const creations = ({ go }: Pick<Effects, 'go'>): PaletteAction[] =>
  CREATIONS.map(({ place, ...action }) => ({ ...action, run: () => go(place) }))

/** The palette's actions; the screens are added separately. */
export const paletteActions = (effects: Effects): PaletteAction[] => [
  ...creations(effects),
  { label: 'Notifications', icon: IconBell, run: effects.openNotifications },
  { label: 'Toggle light and dark', icon: IconMoon, can: 'profile.own', run: effects.switchAppearance },
  { label: 'Keyboard shortcuts', icon: IconKeyboard, run: effects.openShortcuts },
  { label: 'Log out', icon: IconLogout, run: effects.signOut },
]

/** Every typed word matches the start of a word in the label. */
export function matchesLabel(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(' ')
  return typed
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
