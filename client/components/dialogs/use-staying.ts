import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Decides whether the screen stays when it would be left within the portal, and whether the browser asks before a
 * reload.
 */
export function useStaying(active: boolean, stays: BlockerFn, asksBeforeReload = () => false): void {
  const router = useRouter({ warn: false })
  const blockerFn = useEffectEvent(stays)
  const enableBeforeUnload = useEffectEvent(asksBeforeReload)
  useEffect(() => {
    if (active && router) return router.history.block({ enableBeforeUnload, blockerFn })
  }, [active, router])
}

/**
 * Back closes what lies over a screen instead of leaving the screen, as on phones everywhere. What the address may have
 * opened is closed by going back on the same screen; `alone` is for what it never opens.
 */
export function useBack(opened: boolean, close: () => void, alone = false): void {
  useStaying(opened, ({ action, currentLocation, nextLocation }) => {
    const isSame = currentLocation.pathname === nextLocation.pathname
    if (action !== 'BACK' || (isSame && !alone)) return false
    close()
    return true
  })
}
