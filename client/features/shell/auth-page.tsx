import { Navigate, useSearch } from '@tanstack/react-router'
import { Loading } from '#client/components/loading.tsx'
import { useSession } from '#client/lib/session.ts'
import { SignIn } from './sign-in.tsx'

/** Signed in goes home, unless a mailed link asks for something only this screen can do. */
export function AuthPage() {
  const session = useSession()
  const search = useSearch({ from: '/auth' })
  const byLink = search.invitation !== undefined || search.token !== undefined
  if (byLink || session.status === 'signed-out') return <SignIn />
  if (session.status === 'loading') return <Loading />
  return <Navigate to="/dashboard" replace />
}
