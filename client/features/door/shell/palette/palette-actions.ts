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
import type { Action } from '#shared/base/policies.ts'
import { foldText } from '#shared/base/text/fold.ts'

export interface PaletteAction {
  label: string
  /** The name without the verb, if the label contains one. */
  name?: string
  /** The keyboard shortcut. */
  keys?: readonly string[]
  icon: TablerIcon
  /** Additional search terms. */
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

/** Commands that create something; C lists only these. */
const CREATIONS: readonly Creation[] = [
  {
    label: 'New Project',
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
    label: 'Create Invoice',
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
  { label: 'Keyboard shortcuts', icon: IconKeyboard, keys: ['?'], run: effects.openShortcuts },
  { label: 'Log out', icon: IconLogout, run: effects.signOut },
]

/** Match score, lower is better: name, then label words, then search terms; null if nothing matches. */
function rank({ name, label, words = '' }: PaletteAction, typed: string): number | null {
  const text = foldText(typed).trim()
  const parts = text.split(/\s+/)
  const matches = (of: string) => {
    const starts = foldText(of).split(' ')
    return parts.every((part) => starts.some((word) => word.startsWith(part)))
  }
  if (foldText(name ?? label).startsWith(text)) return 0
  if (matches(label)) return 1
  return matches(`${label} ${words}`) ? 2 : null
}

/** The commands that match the typed text, best first. */
export const rankActions = (actions: readonly PaletteAction[], typed: string): PaletteAction[] =>
  actions
    .map((action) => ({ action, rank: rank(action, typed) }))
    .filter((ranked): ranked is { action: PaletteAction; rank: number } => ranked.rank !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ action }) => action)
