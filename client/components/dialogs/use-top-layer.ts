import { useEffect, useId, useState } from 'react'
import { createStore, useStore } from '#client/lib/store.ts'

const layers = createStore<readonly string[]>([])

/**
 * True while this dialog or drawer is on top; only the topmost one responds to Escape. One that is mounted open returns
 * focus when it is removed.
 */
export function useTopLayer(opened: boolean): boolean {
  const id = useId()
  useFocusBack(opened)
  useEffect(() => {
    if (!opened) return
    layers.write([...layers.read(), id])
    return () => layers.write(layers.read().filter((layer) => layer !== id))
  }, [opened, id])
  return useStore({ subscribe: layers.subscribe, read: () => layers.read().at(-1) === id })
}

/** Mantine returns focus only when a dialog closes that was mounted before it opened. */
function useFocusBack(opened: boolean): void {
  const [opener] = useState(() => (opened ? findOpener() : null))
  useEffect(
    () => () => {
      if (document.activeElement === null || document.activeElement === document.body)
        opener?.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** The focused element; for an item of a menu, which is about to unmount, the menu's button. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = typeof button === 'string' ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
