import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Mails an invitation and says so. */
export function useSendInvitation() {
  const { mutate } = trpc.invitations.create.useMutation({
    onError: errorToast('Failed to send the invitation'),
    onSuccess: ({ email }) =>
      toast({ title: 'Invitation sent', message: `${email} gets a mail with a link to join.` }),
  })
  return mutate
}
