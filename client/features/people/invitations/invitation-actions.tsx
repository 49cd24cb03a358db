import { Button, Group } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { InvitationDto } from '#shared/people/invitations.ts'

/** Resends or revokes an open invitation. */
export function InvitationActions({ invitation }: { invitation: Pick<InvitationDto, 'id' | 'email'> }) {
  const { id, email } = invitation
  const resend = trpc.invitations.resend.useMutation({
    onError: errorToast('Failed to send the invitation'),
    onSuccess: () =>
      toast({
        title: 'Invitation sent',
        message: `A new link has been sent to ${email}. The previous link no longer works.`,
      }),
  })
  const revoke = trpc.invitations.revoke.useMutation({
    onError: errorToast('Failed to revoke the invitation'),
    onSuccess: () =>
      toast({ title: 'Invitation revoked', message: `The link sent to ${email} no longer works.` }),
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={`Resend to ${email}`}
        loading={resend.isPending}
        onClick={() => resend.mutate({ id })}
      >
        Resend
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Revoke invitation for ${email}`}
        data-remove
        loading={revoke.isPending}
        onClick={() => revoke.mutate({ id })}
      >
        Revoke
      </Button>
    </Group>
  )
}
