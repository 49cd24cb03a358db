import { Button, Group } from '@mantine/core'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvitationDto } from '#shared/invitations.ts'

/** A new link for an open invitation, or its end. */
export function InvitationActions({ invitation }: { invitation: Pick<InvitationDto, 'id' | 'email'> }) {
  const { id, email } = invitation
  const resend = trpc.invitations.resend.useMutation({
    onError: errorToast('Failed to send the invitation'),
    onSuccess: () =>
      toast({
        title: 'Invitation sent',
        message: `${email} gets a new link; the earlier one stops working.`,
      }),
  })
  const revoke = trpc.invitations.revoke.useMutation({
    onError: errorToast('Failed to withdraw the invitation'),
    onSuccess: () => toast({ title: 'Invitation withdrawn', message: `The link sent to ${email} is dead.` }),
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={`Send again to ${email}`}
        loading={resend.isPending}
        onClick={() => resend.mutate({ id })}
      >
        Send again
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Withdraw the invitation of ${email}`}
        loading={revoke.isPending}
        onClick={() => revoke.mutate({ id })}
      >
        Withdraw
      </Button>
    </Group>
  )
}
