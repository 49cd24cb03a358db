import { useDisclosure, useLocalStorage, useWindowEvent } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { whenUsed } from '#client/lib/loading/when-idle.ts'
import { useUser } from '#client/lib/session/session.ts'
import { isWithControl, useShortcuts } from '#client/lib/shortcuts.ts'
import { useAccent } from '#client/theme/accent.ts'
import { useAppliedPreferences } from '../../overview/settings/preferences.ts'
import { TimerWidget } from '../../time/work-log/timer/timer-widget.tsx'
import { useOutboxDelivery } from '../../work/messages/message/use-outbox.ts'
import { BottomBar } from './bars/bottom-bar.tsx'
import { OfflineBar } from './bars/offline-bar.tsx'
import { SEARCH_BOX } from './bars/search-box.tsx'
import classes from './bars/shell.module.css'
import { TopBar } from './bars/top-bar.tsx'
import { TrialBar } from './bars/trial-bar.tsx'
import { UpdateBar } from './bars/update-bar.tsx'
import { ViewAsBar } from './bars/view-as-bar.tsx'
import { WaitingBar } from './bars/waiting-bar.tsx'
import { Sidebar } from './navigation/sidebar.tsx'
import { catchTyping } from './palette/palette-text.ts'
import { useGoKeys } from './use-go-keys.ts'
import { useLiveChanges } from './use-live-changes.ts'
import { useSearchOverlay } from './use-search-overlay.ts'

const MenuDrawer = lazyLayer(() => import('./navigation/menu-drawer.tsx'), 'MenuDrawer')
const SearchOverlay = lazyLayer(() => import('../../overview/search/search-overlay.tsx'), 'SearchOverlay')
const ShortcutsDialog = lazyLayer(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')
const loadPalette = () => import('./palette/command-palette.tsx')

const CommandPalette = lazyComponent(loadPalette, 'CommandPalette')

/** The frame of every screen: sidebar or drawer, top bar, content, bottom bar on phones. */
export function Shell({ children }: { children: ReactNode }) {
  const phone = usePhone()
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { connected } = useLiveChanges()
  useOutboxDelivery()
  useAppliedPreferences()
  useAccent(useUser().brand.accent)
  const [menuOpened, menu] = useDisclosure()
  const [shortcutsOpened, shortcuts] = useDisclosure()
  const search = useSearchOverlay()
  const [palette, setPalette] = useState({ requests: 0, creating: false })
  const { pathname } = useLocation()
  const openPalette = (creating = false) => {
    catchTyping()
    setPalette(({ requests }) => ({ requests: requests + 1, creating }))
  }
  // This shortcut also works in form fields; browsers don't use it there.
  useWindowEvent('keydown', (event) => {
    if (!isWithControl(event, 'k')) return
    event.preventDefault()
    openPalette()
  })
  useShortcuts({
    c: () => openPalette(true),
    '/': () => document.getElementById(SEARCH_BOX)?.focus(),
    '?': shortcuts.open,
  })
  useGoKeys()
  // Preloaded, so that keys typed right after the shortcut aren't lost.
  useEffect(() => whenUsed(loadPalette), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the screen changes
  useEffect(() => menu.close(), [pathname])
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      {phone ? (
        <MenuDrawer opened={menuOpened} onClose={menu.close} />
      ) : (
        <aside className={classes.sidebar} data-collapsed={collapsed || undefined}>
          <Sidebar collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
        </aside>
      )}
      <div className={classes.column}>
        <OfflineBar connected={connected} />
        <UpdateBar />
        <WaitingBar />
        <TrialBar />
        <ViewAsBar />
        <TopBar
          onMenu={phone ? menu.open : undefined}
          onSearch={search.open}
          onPalette={() => openPalette()}
          onShortcuts={shortcuts.open}
        />
        {phone && <TimerWidget strip />}
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
        {phone && <BottomBar />}
      </div>
      <SearchOverlay opened={search.text !== null} text={search.text} onClose={search.close} />
      {palette.requests > 0 && (
        <Suspense fallback={null}>
          <CommandPalette {...palette} onShortcuts={shortcuts.open} />
        </Suspense>
      )}
      <ShortcutsDialog opened={shortcutsOpened} onClose={shortcuts.close} />
    </div>
  )
}
