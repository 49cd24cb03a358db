import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSignedIn } from '#client/lib/session/session-state.ts'

/** Where the user was going: another address, or null for closing the dialog, which Back does, too. */
type Leaving = { to: string | null }

/**
 * Asks before a dialog with unsaved input is left by Escape, its close button, Back or a link. Its own buttons lead
 * elsewhere without being asked.
 */
export function useLeaveQuestion(opened: boolean, isUnsaved: () => boolean, close: () => void) {
  const router = useRouter({ warn: false })
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const stays = useEffectEvent((to: string | null) => {
    if (!isUnsaved() || !isSignedIn()) return false
    // Going back from the question stays, too.
    setLeaving((asked) => (asked === null ? { to } : null))
    return true
  })
  useEffect(() => {
    if (!opened || !router) return
    return router.history.block({
      // A reload loses nothing: what was typed is offered again.
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        const isLink = action === 'PUSH' || action === 'REPLACE'
        if (isLink && currentLocation.pathname === nextLocation.pathname) return false
        return stays(isLink ? nextLocation.href : null)
      },
    })
  }, [opened, router])
  return {
    leaving: leaving !== null,
    ask: () => setLeaving({ to: null }),
    stay: () => setLeaving(null),
    leave: () => {
      close()
      if (leaving?.to) router.history.push(leaving.to)
    },
  }
}
