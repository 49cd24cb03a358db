import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#client/lib/calls/api.ts'
import { serverMessage, UNREACHABLE } from '#client/lib/calls/errors.ts'
import { whenUsed } from '#client/lib/loading/when-idle.ts'
import { endSession } from '#client/lib/session/end-session.ts'
import { createStore } from '#client/lib/store.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { useOutbox } from '../../../work/messages/message/use-outbox.ts'

const loadEdits = () => import('#client/lib/session/open-edits.ts')
// Early, because a later build no longer has this chunk.
whenUsed(loadEdits)

interface Question {
  unsent: number
  unsaved: number
  answer: (agreed: boolean) => void
}

/** Set while the user is asked whether to discard messages that couldn't be sent, and edits that couldn't be saved. */
export const unsentQuestion = createStore<Question | null>(null)

async function mayDiscard(unsent: number, unsaved: number): Promise<boolean> {
  if (unsent + unsaved === 0) return true
  const agreed = await new Promise<boolean>((answer) => unsentQuestion.write({ unsent, unsaved, answer }))
  unsentQuestion.write(null)
  return agreed
}

/**
 * Sends waiting messages, saves the edits of all tabs, ends the session on the server, then clears everything in memory.
 */
export function useSignOut() {
  const queryClient = useQueryClient()
  const { outbox } = useOutbox()
  const navigate = useNavigate()
  return async () => {
    await outbox.resume()
    const unsaved = await loadEdits().then(
      ({ saveOpenEdits }) => saveOpenEdits(),
      () => 0,
    )
    if (!(await mayDiscard(outbox.read().length, unsaved))) return
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
