import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#client/lib/session/session.ts'
import { isShortcut, typedKey } from '#client/lib/shortcuts.ts'
import { screensFor } from './navigation/nav-links.ts'
import { isCatching } from './palette/palette-text.ts'

const PATIENCE_MS = 1500

/** G followed by a letter opens a screen. */
export function useGoKeys() {
  const { role } = useUser()
  const navigate = useNavigate()
  useEffect(() => {
    let pressed = 0
    const listener = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isCatching()) return
      const follows = Date.now() - pressed < PATIENCE_MS
      pressed = 0
      const screen = screensFor(role).find(({ key }) => key === typedKey(event).toUpperCase())
      if (follows && screen !== undefined) {
        event.preventDefault()
        // The letter alone may be a shortcut of this screen.
        event.stopImmediatePropagation()
        void navigate({ to: screen.to })
      } else if (typedKey(event) === 'g') pressed = Date.now()
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [role, navigate])
}
