import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Loading } from '#client/components/states/loading.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useSession } from '#client/lib/session/session-state.ts'
import { AppFrame } from './load-app-frame.ts'
import { SignIn } from './sign-in.tsx'

const SuspendedScreen = lazyComponent(() => import('./suspended-screen.tsx'), 'SuspendedScreen')

const SignInAgain = lazyComponent(() => import('../../identity/auth/sign-in-again.tsx'), 'SignInAgain')

/**
 * What the guards show instead of the screen: the sign-in screen if signed out, a notice for suspended
 * agencies, "Access Denied" for the wrong role. If the session expired, sign-in is shown over the page.
 */
export function Guard() {
  const session = useSession()
  if (session.status === 'loading') return <Loading page trouble={session.trouble} />
  if (session.status === 'signed-out') return <SignIn />
  const { user } = session
  if (user.agency_suspended && !user.viewing_as) {
    return (
      <Suspense fallback={<Loading page />}>
        <SuspendedScreen agency={user.agency_name ?? 'Your agency'} />
      </Suspense>
    )
  }
  return (
    <Suspense fallback={<Loading page />}>
      <AppFrame key={user.user_id}>
        <Outlet />
      </AppFrame>
      {session.expired && (
        <Suspense>
          <SignInAgain user={user} />
        </Suspense>
      )}
    </Suspense>
  )
}
