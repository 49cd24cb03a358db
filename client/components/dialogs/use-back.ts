import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Back closes what lies over a screen instead of leaving the screen, as on phones everywhere. What the address may have
 * opened is closed by going back on the same screen; `alone` is for what it never opens.
 */
export function useBack(opened: boolean, close: () => void, alone = false): void {
  const router = useRouter({ warn: false })
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!opened || !router) return
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        const isSame = currentLocation.pathname === nextLocation.pathname
        if (action !== 'BACK' || (isSame && !alone)) return false
        onBack()
        return true
      },
    })
  }, [opened, router, alone])
}
