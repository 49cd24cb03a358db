import { createContext, useContext, useEffect, useId, useState } from 'react'
import { createStore, useStore } from '#client/lib/store.ts'

const layers = createStore<readonly string[]>([])

/**
 * True while this dialog or drawer is on top; only the topmost one responds to Escape. One that is removed while it is
 * open returns focus.
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
  const opener = useOpener(opened)
  useEffect(
    () => () => {
      if (document.activeElement === null || document.activeElement === document.body)
        opener?.element.focus({ preventScroll: true })
    },
    [opener],
  )
}

interface Opener {
  element: HTMLElement
  /** The number of layers that were open then. */
  depth: number
}

/** The opener of the surrounding layer, whose dialog may only be mounted once its menu and the focus in it are gone. */
export const OpenerContext = createContext<Opener | null>(null)

const CLOSED = { opened: false, opener: null }

/** What had the focus when a layer was opened; null while it isn't. */
export function useOpener(opened: boolean): Opener | null {
  const outer = useContext(OpenerContext)
  const [found, setFound] = useState<{ opened: boolean; opener: Opener | null }>(CLOSED)
  if (found.opened === opened) return found.opener
  const next = { opened, opener: opened ? findOpener(outer) : null }
  setFound(next)
  return next.opener
}

/** The focused element; for an item of a menu, which is about to unmount, the menu's button. */
function findOpener(outer: Opener | null): Opener | null {
  const depth = layers.read().length
  const focused = document.activeElement
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const element = typeof button === 'string' ? document.getElementById(button) : focused
  if (element instanceof HTMLElement && element !== document.body) return { element, depth }
  return outer?.depth === depth ? outer : null
}
