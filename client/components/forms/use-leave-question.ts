import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isSignedIn } from '#client/lib/session/session-state.ts'
import { useStaying } from '#client/lib/use-staying.ts'

/** Where the user was going: a URL, or null for closing the dialog, which Back also does. */
type Leaving = { to: string | null }

/**
 * Asks before a dialog with unsaved input is left by Escape, its close button, Back or a link. Navigation by its own
 * buttons doesn't ask.
 */
export function useLeaveQuestion(opened: boolean, isUnsaved: () => boolean, close: () => void) {
  const router = useRouter({ warn: false })
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  useStaying(opened, ({ action, currentLocation, nextLocation }) => {
    const isLink = action === 'PUSH' || action === 'REPLACE'
    if (isLink && currentLocation.pathname === nextLocation.pathname) return false
    if (!isUnsaved() || !isSignedIn()) return false
    // Going back from the confirmation stays as well.
    setLeaving((asked) => (asked === null ? { to: isLink ? nextLocation.href : null } : null))
    return true
  })
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
