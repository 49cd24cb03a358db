import {
  IconBell,
  IconClockPlay,
  IconFolderPlus,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMoon,
  type TablerIcon,
} from '@tabler/icons-react'
import { linkOptions, type NavigateOptions } from '@tanstack/react-router'
import type { Action } from '#shared/policies.ts'

export interface PaletteAction {
  label: string
  icon: TablerIcon
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

/** The palette's actions; navigation links are added separately. */
export const paletteActions = (effects: Effects): PaletteAction[] => [
  {
    label: 'New project',
    icon: IconFolderPlus,
    can: 'project.write',
    run: () => effects.go(linkOptions({ to: '/projects', search: { new: true } })),
  },
  {
    label: 'Add task',
    icon: IconListCheck,
    can: 'task.write',
    run: () => effects.go(linkOptions({ to: '/tasks', search: { new: true } })),
  },
  {
    label: 'Start timer',
    icon: IconClockPlay,
    can: 'work-log.own',
    run: () => effects.go(linkOptions({ to: '/work-log', search: { dialog: 'timer' } })),
  },
  { label: 'Notifications', icon: IconBell, run: effects.openNotifications },
  { label: 'Toggle light and dark', icon: IconMoon, run: effects.switchAppearance },
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
