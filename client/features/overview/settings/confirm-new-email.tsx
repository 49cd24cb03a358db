import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { announceRenewal } from '#client/lib/session/session-renewal.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { settingsSearch } from './section/settings-search.ts'

/** Opened by the emailed link that confirms a new email; only the button uses the link. */
export function ConfirmNewEmail() {
  const utils = trpc.useUtils()
  const [{ email_token: token }, setState] = useSearchState(settingsSearch)
  const confirm = trpc.settings.confirmEmailChange.useMutation({
    onError: errorToast('Couldn’t confirm the email'),
    onSuccess: async ({ email }) => {
      announceRenewal()
      toast({ title: 'Email confirmed', message: `You now sign in with ${email}.` })
      await refreshSession()
    },
  })
  return (
    <ConfirmDialog
      title="Confirm your new email"
      message="From now on, you sign in with the address that received this link."
      confirmLabel="Confirm email"
      opened={token !== null}
      onClose={() => setState({ email_token: null })}
      onConfirm={async () => {
        if (token === null) return
        // Queries already in flight would not be refetched after the change.
        await utils.settings.get.ensureData().catch(() => {})
        await confirm.mutateAsync({ token })
      }}
    />
  )
}
