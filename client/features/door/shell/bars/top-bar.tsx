import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconKeyboard, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { usePhone } from '#client/lib/breakpoints.ts'
import { useViewing } from '#client/lib/session/session.ts'
import { useSavePreference } from '../../../overview/settings/preferences.ts'
import { NotificationBell } from '../../../reactions/notifications/notification-bell.tsx'
import { TimerWidget } from '../../../time/work-log/timer/timer-widget.tsx'
import { UserMenu } from '../account/user-menu.tsx'
import { SearchBox } from './search-box.tsx'
import classes from './shell.module.css'

interface TopBarProps {
  /** Opens the drawer, on phones only. */
  onMenu?: () => void
  onSearch: (text: string) => void
  onPalette: () => void
  onShortcuts: () => void
}

export function TopBar({ onMenu, onSearch, onPalette, onShortcuts }: TopBarProps) {
  const phone = usePhone()
  const viewing = useViewing()
  return (
    <header className={classes.topBar}>
      {onMenu !== undefined && (
        <ActionIcon aria-label="Open menu" onClick={onMenu}>
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
      )}
      <SearchBox onSearch={onSearch} onPalette={onPalette} />
      <div className={classes.spacer} />
      {!phone && <TimerWidget />}
      {!phone && (
        <Tooltip label="Keyboard shortcuts">
          <ActionIcon aria-label="Keyboard shortcuts" onClick={onShortcuts}>
            <IconKeyboard size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {!viewing && <ColorSchemeSwitch />}
      <NotificationBell />
      <UserMenu />
    </header>
  )
}

function ColorSchemeSwitch() {
  const save = useSavePreference()
  const dark = useComputedColorScheme('light') === 'dark'
  const label = dark ? 'Light appearance' : 'Dark appearance'
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => save({ theme: dark ? 'light' : 'dark' })}>
        {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
