import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { Skeletons } from '#client/components/data-list.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatInstantDate } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type InvitationDto, invitationCreateInput } from '#shared/invitations.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import { InvitationActions } from '../../invitations/invitation-actions.tsx'
import { useMayInvite } from '../../invitations/use-may-invite.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'

/** Invitations to own the agency that haven't been accepted. */
export function InvitedOwnersCard() {
  const mayInvite = useMayInvite()
  const [inviting, setInviting] = useState(false)
  return (
    <SettingsCard
      title="Invited owners"
      description="An invited owner gets a link to join. All owners are told of it."
    >
      {mayInvite && <OpenInvitations />}
      {mayInvite && (
        <Group>
          <Button variant="default" onClick={() => setInviting(true)}>
            Invite owner
          </Button>
        </Group>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsCard>
  )
}

function OpenInvitations() {
  const query = trpc.invitations.list.useQuery({ role: 'agency_admin', open: true, limit: MAX_PAGE_SIZE })
  const { data } = query
  if (data === undefined)
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />
  if (data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No open invitations.
      </Text>
    )
  }
  return (
    <ul className={classes.rows} aria-label="Invited owners">
      {data.items.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ul>
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

function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = trpc.invitations.create.useMutation()
  const form = useAppForm({
    schema: invitationCreateInput,
    initialValues: { email: '', role: 'agency_admin' as const },
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
        An owner sees and changes everything, money included, and can disable or remove other owners.
      </Text>
      <TextInput
        label="Email"
        type="email"
        required
        data-autofocus
        autoComplete="off"
        {...form.fields.getInputProps('email')}
      />
    </FormDialog>
  )
}
