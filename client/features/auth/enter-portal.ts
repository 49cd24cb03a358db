import { useLocation, useNavigate } from '@tanstack/react-router'
import { refreshSession } from '#client/lib/session.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The last step of every sign-in: waits, then opens the dashboard for the new user. */
export function useEnterPortal() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // Settings handles the emailed link that confirms a new address.
  const followsLink = pathname === '/settings' && 'email_token' in search
  return async (delayMs = 0) => {
    await pause(delayMs)
    // Navigating first avoids a flash of the guarded page, because the guard still shows this screen. /auth
    // redirects on its own after sign-in.
    if (pathname !== '/auth' && !followsLink) await navigate({ to: '/dashboard' })
    await refreshSession()
    // Somebody quick is elsewhere by now, and stays there.
    if (location.pathname === '/auth') await navigate({ to: '/dashboard' })
  }
}
