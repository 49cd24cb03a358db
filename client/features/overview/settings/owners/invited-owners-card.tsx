import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { MAX_PAGE_SIZE } from '#shared/base/paging.ts'
import type { InvitationDto } from '#shared/people/invitations.ts'
import { invitationCreateInput } from '#shared/people/schemas/invitations.ts'
import { InvitationActions } from '../../../people/invitations/invitation-actions.tsx'
import { useMayInvite } from '../../../people/invitations/use-may-invite.ts'
import classes from '../section/settings.module.css'

/** Pending invitations for further owners of the agency. */
export function InvitedOwnersCard({ twoFactor }: { twoFactor: boolean }) {
  const mayInvite = useMayInvite()
  const [inviting, setInviting] = useState(false)
  return (
    <SettingsCard
      title="Invited owners"
      description="An invited owner gets a link to join. All owners are notified."
    >
      {mayInvite && <OpenInvitations />}
      {mayInvite && (
        <Group>
          <Button variant="default" onClick={() => setInviting(true)}>
            Invite owner
          </Button>
        </Group>
      )}
      {inviting && <InviteDialog twoFactor={twoFactor} onClose={() => setInviting(false)} />}
    </SettingsCard>
  )
}

function OpenInvitations() {
  const rows = useRowRemoval<HTMLDivElement>()
  const query = trpc.invitations.list.useQuery({ role: 'agency_admin', open: true, limit: MAX_PAGE_SIZE })
  const { data } = query
  if (data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />
  return (
    <div {...rows}>
      {data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No open invitations.
        </Text>
      ) : (
        <ul className={classes.rows} aria-label="Invited owners">
          {data.items.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </div>
  )
}

function InvitationRow({ invitation }: { invitation: InvitationDto }) {
  const zone = useZone()
  const expired = invitation.status === 'expired'
  return (
    <li className={classes.invited}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {invitation.email}
          </Text>
          {expired && <StatusBadge status="overdue" label="Expired" />}
        </Group>
        <Text size="xs" c="dimmed">
          Invited by {invitation.invited_by_name}, {expired ? 'expired' : 'expires'}{' '}
          {formatInstantDate(invitation.expires_at, zone)}
        </Text>
      </div>
      <InvitationActions invitation={invitation} />
    </li>
  )
}

function InviteDialog({ twoFactor, onClose }: { twoFactor: boolean; onClose: () => void }) {
  const invite = trpc.invitations.create.useMutation()
  const form = useAppForm({
    schema: invitationCreateInput,
    initialValues: { email: '', role: 'agency_admin' as const, password: '', code: '' },
    onSubmit: async (values) => {
      const { email } = await invite.mutateAsync(values)
      toast({ title: 'Invitation sent', message: `An email with a link to join has been sent to ${email}.` })
      onClose()
    },
    fallback: 'Failed to send the invitation',
  })
  return (
    <FormDialog title="Invite owner" opened onClose={onClose} form={form} submitLabel="Send invitation">
      <Text size="sm">
        An owner can see and change everything, including money, and can disable or remove other owners.
      </Text>
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.fields.getInputProps('email')}
      />
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
