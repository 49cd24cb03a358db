import { useStaying } from '#client/lib/use-staying.ts'
import { useTopLayer } from './use-top-layer.ts'

/**
 * Back closes what lies over a screen instead of leaving the screen, as on phones everywhere. What the address may have
 * opened is closed by going back on the same screen; `alone` is for what it never opens. Returns whether nothing lies
 * over it, in which case alone Back closes it.
 */
export function useBack(opened: boolean, close: () => void, alone = false): boolean {
  const top = useTopLayer(opened)
  useStaying(top && opened, ({ action, currentLocation, nextLocation }) => {
    const isSame = currentLocation.pathname === nextLocation.pathname
    if (action !== 'BACK' || (isSame && !alone)) return false
    close()
    return true
  })
  return top
}
