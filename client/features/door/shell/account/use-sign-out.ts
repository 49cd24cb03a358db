import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#client/lib/calls/api.ts'
import { serverMessage, UNREACHABLE } from '#client/lib/calls/errors.ts'
import { endSession } from '#client/lib/session/end-session.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'

/** Ends the session on the server, then clears everything in memory. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    try {
      await api.auth.signOut.mutate()
    } catch (error) {
      const message = serverMessage(error) ?? UNREACHABLE
      return toastDestructive({ title: 'Logout Error', message })
    }
    queryClient.clear()
    endSession()
    toast({ title: 'Logged out', message: 'You have been signed out.' })
    await navigate({ to: '/auth' })
  }
}
