import { Group, Text } from '@mantine/core'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { DataList } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { RowBody } from '#client/components/records/detail-parts.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { titled } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import type { InvitationDto } from '#shared/people/invitations.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { useMayInvite } from './use-may-invite.ts'

interface InvitationsDrawerProps {
  kind: 'client' | 'employee'
  opened: boolean
  onClose: () => void
}

/** Invitations that haven't been accepted. */
export function InvitationsDrawer({ kind, opened, onClose }: InvitationsDrawerProps) {
  const mayInvite = useMayInvite()
  if (!mayInvite) return null
  return (
    <DetailDrawer title="Invitations" opened={opened} onClose={onClose}>
      {opened && <OpenInvitations kind={kind} />}
    </DetailDrawer>
  )
}

function OpenInvitations({ kind }: Pick<InvitationsDrawerProps, 'kind'>) {
  const rows = useRowRemoval<HTMLDivElement>()
  const list = trpc.invitations.list.useInfiniteQuery({ role: kind, open: true }, byCursor)
  return (
    <div {...rows}>
      <DataList
        query={list}
        label="Invitations"
        layout="rows"
        itemKey={(invitation) => invitation.id}
        itemHeight={84}
        renderItem={(invitation) => <InvitationRow invitation={invitation} />}
        filtered={false}
        noMatchTitle="No invitations found"
        onClearFilters={() => {}}
        empty={
          <EmptyState
            drawing="people"
            title="No open invitations"
            message={
              kind === 'client'
                ? 'Open a client to invite them or their contacts to the portal.'
                : 'Open a contributor to invite them to the portal.'
            }
          />
        }
      />
    </div>
  )
}

function InvitationRow({ invitation }: { invitation: InvitationDto }) {
  const zone = useZone()
  return (
    <RowBody>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" fw={500}>
          {invitation.email}
        </Text>
        <StatusBadge
          status={invitation.status}
          label={titled(invitation.status)}
          tone={invitation.status === 'expired' ? 'bad' : 'attention'}
        />
      </Group>
      <Text size="sm" c="dimmed" mb={8}>
        Invited by {invitation.invited_by_name} on {formatInstantDate(invitation.created_at, zone)}, expires{' '}
        {formatInstantDate(invitation.expires_at, zone)}
        {invitation.replaces_email !== null &&
          `. ${invitation.replaces_email} will lose access once it is accepted`}
      </Text>
      <InvitationActions invitation={invitation} />
    </RowBody>
  )
}
