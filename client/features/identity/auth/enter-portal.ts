import { useLocation, useNavigate } from '@tanstack/react-router'
import { announceSignIn } from '#client/lib/session/other-tabs.ts'
import { forgetSession, refreshSession } from '#client/lib/session/session-state.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { SignInDto } from '#shared/identity/auth.ts'

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
    // An invitation may belong to another account than the one signed in.
    forgetSession()
    await refreshSession()
    announceSignIn()
    // The user may already have navigated elsewhere.
    if (location.pathname === '/auth') await navigate({ to: '/dashboard' })
  }
}

/** Enters the portal after a successful sign-in; the greeting differs for new and returning users. */
export function useWelcome() {
  const enter = useEnterPortal()
  return ({ first, redirect_delay_ms }: SignInDto) => {
    toast({ title: first ? 'Welcome!' : 'Welcome back!', message: 'You’re signed in.' })
    return enter(redirect_delay_ms)
  }
}
