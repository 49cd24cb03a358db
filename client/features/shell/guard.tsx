import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Loading } from '#client/components/loading.tsx'
import { useSession } from '#client/lib/session.ts'
import { allows } from '#shared/policies.ts'
import { AuthScreen } from '../auth/auth-screen.tsx'
import { loadAppFrame } from './load-app-frame.ts'

const AppFrame = lazy(() => loadAppFrame().then((module) => ({ default: module.AppFrame })))

/** Both guards: signed out sees the sign-in screen in place, the wrong role a refusal inside the shell. */
export function Guard() {
  const session = useSession()
  const can = useMatches({ select: (matches) => matches.at(-1)?.staticData.can })
  if (session.status === 'loading') return <Loading />
  if (session.status === 'signed-out') return <AuthScreen />
  const allowed = can === undefined || allows(session.user.role, can)
  return (
    <Suspense fallback={<Loading />}>
      <AppFrame key={session.user.user_id} allowed={allowed}>
        <Outlet />
      </AppFrame>
    </Suspense>
  )
}
