import { useEffect, useId, useState } from 'react'
import { createStore, useStore } from '#client/lib/store.ts'

const layers = createStore<readonly string[]>([])

/**
 * True while this dialog or drawer is on top; only the top one responds to Escape. One that is mounted open
 * gives focus back when it is removed.
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

/** Mantine gives focus back only when a dialog closes that was mounted before it opened. */
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

/** What has focus; for an entry of a menu, which is about to go, the button of the menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = typeof button === 'string' ? document.getElementById(button) : focused
  return opener instanceof HTMLElement ? opener : null
}
