import { useLocation, useNavigate } from '@tanstack/react-router'
import { refreshSession } from '#client/lib/session.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends every way in: waits the given time, then opens the dashboard as the person now signed in. */
export function useEnterPortal() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The settings follow the mailed link that confirms a new e-mail.
  const followsLink = pathname === '/settings' && 'email_token' in search
  return async (delayMs = 0) => {
    await pause(delayMs)
    // On a guarded address the guard still shows this screen, so moving first flashes no foreign page;
    // /auth itself moves on by itself once somebody is signed in.
    if (pathname !== '/auth' && !followsLink) await navigate({ to: '/dashboard' })
    await refreshSession()
    if (pathname === '/auth') await navigate({ to: '/dashboard' })
  }
}
