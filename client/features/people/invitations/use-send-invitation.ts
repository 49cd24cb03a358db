import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'

/** Emails an invitation and shows a toast. */
export function useSendInvitation() {
  const { mutate } = trpc.invitations.create.useMutation({
    onError: errorToast('Failed to send the invitation'),
    onSuccess: ({ email, replaces_email }) => {
      const sent = `An email with a link to join has been sent to ${email}.`
      const message =
        replaces_email === null ? sent : `${sent} ${replaces_email} will lose access once it is accepted.`
      toast({ title: 'Invitation sent', message })
    },
  })
  return mutate
}
