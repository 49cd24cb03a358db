import { Navigate, useSearch } from '@tanstack/react-router'
import { Loading } from '#client/components/states/loading.tsx'
import { useSession } from '#client/lib/session/session-state.ts'
import { SignIn } from './sign-in.tsx'

/** Signed-in users go to the dashboard, unless an emailed link needs this screen. */
export function AuthPage() {
  const session = useSession()
  const search = useSearch({ from: '/auth' })
  const byLink = search.invitation !== undefined || search.token !== undefined
  if (byLink || session.status === 'signed-out') return <SignIn />
  if (session.status === 'loading') return <Loading page trouble={session.trouble} />
  return <Navigate to="/dashboard" replace />
}
