import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Loading } from '#client/components/loading.tsx'
import { useSession } from '#client/lib/session.ts'
import { allows } from '#shared/policies.ts'
import { AppFrame } from './load-app-frame.ts'
import { SignIn } from './sign-in.tsx'

const SuspendedScreen = lazy(() =>
  import('./suspended-screen.tsx').then((module) => ({ default: module.SuspendedScreen })),
)

/**
 * The route guards show in place: the sign-in screen if signed out, a notice for suspended agencies, "Access
 * Denied" for the wrong role.
 */
export function Guard() {
  const session = useSession()
  const can = useMatches({ select: (matches) => matches.at(-1)?.staticData.can })
  if (session.status === 'loading') return <Loading unreachable={session.unreachable} />
  if (session.status === 'signed-out') return <SignIn />
  const { user } = session
  if (user.agency_suspended && !user.viewing_as) {
    return (
      <Suspense fallback={<Loading />}>
        <SuspendedScreen agency={user.agency_name ?? 'Your agency'} />
      </Suspense>
    )
  }
  const allowed = can === undefined || allows(user.role, can)
  return (
    <Suspense fallback={<Loading />}>
      <AppFrame key={user.user_id} allowed={allowed}>
        <Outlet />
      </AppFrame>
    </Suspense>
  )
}
