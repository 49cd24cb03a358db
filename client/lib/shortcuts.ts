import { useEffect, useRef } from 'react'
import { browserStorage } from './session/storage.ts'

const TEXT_FIELD =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=range])'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches(TEXT_FIELD)

const isCovered = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null

const SINGLE_KEYS = 'single-keys'

/** Off for people who dictate: speech input would trigger shortcuts with the letters of spoken words. */
export const hasSingleKeys = (): boolean => browserStorage.read(SINGLE_KEYS) !== 'off'

/** Turns single-key shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) browserStorage.remove(SINGLE_KEYS)
  else browserStorage.write(SINGLE_KEYS, 'off')
}

/** Whether single-key shortcuts apply: not while typing and not while a dialog is open. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  hasSingleKeys() && !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isCovered())

/** The key's character; on layouts without Latin letters, the letter at its place on a Latin one. */
export function typedKey({ key, code }: KeyboardEvent): string {
  const isOther = key.length === 1 && key > '\u007f'
  return isOther && /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

/** Whether the shortcut Ctrl or ⌘ with this letter is pressed. */
export const isWithControl = (event: KeyboardEvent, letter: string): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !(event.altKey || event.shiftKey) &&
  typedKey(event).toLowerCase() === letter

/**
 * Single-key shortcuts of a screen or of the whole portal, by the character typed: `{ n: newEntry, '?': help
 * }`.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const act = latest.current[typedKey(event)]
      if (act === undefined || event.defaultPrevented || !isShortcut(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
