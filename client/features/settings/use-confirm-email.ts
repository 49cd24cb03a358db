import { useEffect } from 'react'
import { useSearchState } from '#client/lib/search-state.ts'
import { refreshSession } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { settingsSearch } from './section/settings-search.ts'

/** A token works once, also where the effect runs twice. */
const used = new Set<string>()

/** Follows the mailed link that puts a new e-mail in use. */
export function useConfirmEmail() {
  const utils = trpc.useUtils()
  const [{ email_token: token }, setState] = useSearchState(settingsSearch)
  const { mutate } = trpc.settings.confirmEmailChange.useMutation({
    onError: errorToast('The email could not be confirmed'),
    onSuccess: async ({ email }) => {
      toast({ title: 'Email confirmed', message: `You now sign in with ${email}.` })
      await refreshSession()
    },
  })
  useEffect(() => {
    if (token === null || used.has(token)) return
    used.add(token)
    setState({ email_token: null })
    // What is still being loaded would not be loaded again after the change.
    const confirm = () => mutate({ token })
    void utils.settings.get.ensureData().then(confirm, confirm)
  })
}
