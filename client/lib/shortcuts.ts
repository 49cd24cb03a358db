import { useEffect, useRef } from 'react'

const TEXT_FIELD =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=range])'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches(TEXT_FIELD)

const isCovered = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Whether single-key shortcuts apply: not while typing and not while a dialog is open. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isCovered())

/**
 * Single-key shortcuts of a screen or of the whole portal, by the character typed: `{ n: newEntry, '?': help
 * }`.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      if (act === undefined || event.defaultPrevented || !isShortcut(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
