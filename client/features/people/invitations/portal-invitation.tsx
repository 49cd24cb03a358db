import { Button, Group, Text } from '@mantine/core'
import { ResetTwoFactorButton } from '#client/components/forms/proof/reset-two-factor.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { MAX_PAGE_SIZE } from '#shared/base/paging.ts'
import type { PortalStatus } from '#shared/people/clients.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { useMayInvite } from './use-may-invite.ts'
import { useSendInvitation } from './use-send-invitation.ts'

interface PortalInvitationProps {
  invitee: Inputs['invitations']['create']
  status: PortalStatus
  /** If the account can have another email than the invitee. */
  accountEmail?: string | null
}

/** The person's account status, with the matching action. */
export function PortalInvitation({ invitee, status, accountEmail }: PortalInvitationProps) {
  const mayInvite = useMayInvite()
  if (status === 'active') {
    const email = accountEmail ?? invitee.email
    return (
      <Group gap="sm" justify="space-between">
        <StatusBadge status="active" label={`${email} has an account`} />
        {mayInvite && <ResetTwoFactorButton email={email} />}
      </Group>
    )
  }
  if (mayInvite) return <OpenInvitation invitee={invitee} />
  return (
    <StatusBadge
      status={status === 'invited' ? 'pending' : 'none'}
      label={`${invitee.email} ${status === 'invited' ? 'is invited' : 'has no account'}`}
    />
  )
}

function OpenInvitation({ invitee }: Pick<PortalInvitationProps, 'invitee'>) {
  const zone = useZone()
  const { agency_name } = useUser()
  const { data, isLoading } = trpc.invitations.list.useQuery({
    client_id: invitee.client_id,
    employee_id: invitee.employee_id,
    open: true,
    limit: MAX_PAGE_SIZE,
  })
  const sendInvitation = useSendInvitation()
  if (isLoading) return null
  const invitation = data?.items.find((item) => item.email === invitee.email)
  if (invitation === undefined) {
    return (
      <Group gap="sm" justify="space-between">
        <Text size="sm">{invitee.email} has no account yet.</Text>
        <Button
          size="xs"
          aria-label={`Invite ${invitee.email}`}
          title={`Invites to the ${agency_name} portal`}
          onClick={() => sendInvitation(invitee)}
        >
          Invite
        </Button>
      </Group>
    )
  }
  const expired = invitation.status === 'expired'
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm">
        {invitation.email} has been invited. The link {expired ? 'expired on' : 'expires on'}{' '}
        {formatInstantDate(invitation.expires_at, zone)}.
      </Text>
      <InvitationActions invitation={invitation} />
    </Group>
  )
}
