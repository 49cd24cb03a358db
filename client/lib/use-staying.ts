import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Decides whether the screen stays when the user navigates within the portal, and whether the browser asks before a
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
