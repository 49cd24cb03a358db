import { useEffect } from 'react'
import { trpc } from '#client/lib/calls/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { announceRenewal } from '#client/lib/session/session-renewal.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { settingsSearch } from './section/settings-search.ts'

/** Tokens work once, even if the effect runs twice. */
const used = new Set<string>()

/** Handles the emailed link that confirms a new email. */
export function useConfirmEmail() {
  const utils = trpc.useUtils()
  const [{ email_token: token }, setState] = useSearchState(settingsSearch)
  const { mutate } = trpc.settings.confirmEmailChange.useMutation({
    onError: errorToast("Couldn't confirm the email"),
    onSuccess: async ({ email }) => {
      announceRenewal()
      toast({ title: 'Email confirmed', message: `You now sign in with ${email}.` })
      await refreshSession()
    },
  })
  useEffect(() => {
    if (token === null || used.has(token)) return
    used.add(token)
    setState({ email_token: null })
    // Queries already in flight would not be refetched after the change.
    const confirm = () => mutate({ token })
    void utils.settings.get.ensureData().then(confirm, confirm)
  })
}
