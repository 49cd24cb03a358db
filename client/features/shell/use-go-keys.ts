import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#client/lib/session.ts'
import { SCREEN_KEYS, screensFor } from './navigation/screens.ts'
import { isCatching } from './palette/palette-text.ts'

const PATIENCE_MS = 1500

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const isCovered = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Whether a single letter is a shortcut just now. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey) && !isTyping(event) && !isCovered() && !isCatching()

/** G and then a letter opens a screen. */
export function useGoKeys() {
  const user = useUser()
  const navigate = useNavigate()
  useEffect(() => {
    let pressed = 0
    const listener = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      const follows = Date.now() - pressed < PATIENCE_MS
      pressed = 0
      const screen = screensFor(user).find(({ to }) => SCREEN_KEYS[to] === event.key.toUpperCase())
      if (follows && screen !== undefined) {
        event.preventDefault()
        // The letter alone may mean something on this screen.
        event.stopImmediatePropagation()
        void navigate({ to: screen.to })
      } else if (event.key === 'g') pressed = Date.now()
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [user, navigate])
}
