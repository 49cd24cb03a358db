import { useEffect, useRef } from 'react'
import { useStaying } from '#client/lib/use-staying.ts'
import { useTopLayer } from './use-top-layer.ts'

/** Identifies the current history entry; each navigation creates a new one. */
const entry = (): unknown => history.state?.__TSR_key

let pressedIn: unknown

// Assistive technology sends clicks only.
for (const press of ['pointerdown', 'keydown', 'click']) {
  window.addEventListener(press, () => (pressedIn = entry()), { capture: true, passive: true })
}

/**
 * Back closes what was opened over a screen instead of leaving the screen, as is usual on phones. What was opened by
 * the URL itself, before any interaction, is closed by leaving that URL. Returns whether nothing covers it; only then
 * does Back close it.
 */
export function useBack(opened: boolean, close: () => void): boolean {
  const top = useTopLayer(opened)
  const cameWithAddress = useRef(false)
  useEffect(() => {
    if (opened) cameWithAddress.current = pressedIn !== entry()
  }, [opened])
  useStaying(top && opened, ({ action }) => {
    if (action !== 'BACK' || cameWithAddress.current) return false
    close()
    return true
  })
  return top
}
