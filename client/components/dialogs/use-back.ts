import { useEffect, useRef } from 'react'
import { useStaying } from '#client/lib/use-staying.ts'
import { useTopLayer } from './use-top-layer.ts'

/** Names the current entry of the history; each navigation makes another. */
const entry = (): unknown => history.state?.__TSR_key

let pressedIn: unknown

for (const press of ['pointerdown', 'keydown']) {
  window.addEventListener(press, () => (pressedIn = entry()), { capture: true, passive: true })
}

/**
 * Back closes what was opened over a screen instead of leaving the screen, as on phones everywhere. What came with an
 * address, before anything was pressed there, is closed by leaving that address. Returns whether nothing lies over it;
 * only then does Back close it.
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
