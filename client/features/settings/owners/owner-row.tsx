import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { refreshSession } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { OwnerDto } from '#shared/owners.ts'
import classes from '../section/settings.module.css'
import { HandOverDialog } from './hand-over-dialog.tsx'

interface OwnerRowProps {
  owner: OwnerDto
  /** The user's own row. */
  self: boolean
  /** Can be disabled and removed, or leave. */
  changeable: boolean
  mayHandOver: boolean
}

export function OwnerRow({ owner, self, changeable, mayHandOver }: OwnerRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {owner.name}
          </Text>
          {owner.primary && <Badge>Primary owner</Badge>}
          {self && <Badge variant="default">You</Badge>}
          {owner.disabled && <StatusBadge status="suspended" label="Disabled" />}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {owner.email} ·{' '}
          {owner.last_login === null ? (
            'never signed in'
          ) : (
            <>
              signed in <RelativeTime instant={owner.last_login} />
            </>
          )}
        </Text>
      </div>
      {changeable && self && <LeaveButton owner={owner} />}
      {changeable && !self && <OwnerMenu owner={owner} mayHandOver={mayHandOver} />}
    </li>
  )
}

function LeaveButton({ owner }: Pick<OwnerRowProps, 'owner'>) {
  const [asking, setAsking] = useState(false)
  const leave = trpc.owners.remove.useMutation({
    onError: errorToast('Failed to leave the agency'),
    onSuccess: async () => {
      toast({ title: 'You left the agency' })
      await refreshSession()
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Leave agency
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Leave the agency?"
        message="You'll be signed out and lose access to everything in the agency. Only an owner can invite you back."
        confirmLabel="Leave agency"
        destructive
        onConfirm={() => leave.mutateAsync({ user_id: owner.user_id })}
      />
    </>
  )
}

type Dialog = 'disable' | 'remove' | 'hand-over' | null

function OwnerMenu({ owner, mayHandOver }: Pick<OwnerRowProps, 'owner' | 'mayHandOver'>) {
  const { user_id, name, disabled } = owner
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = () => setDialog(null)
  const setDisabled = trpc.owners.setDisabled.useMutation({
    onError: errorToast(`Failed to ${disabled ? 'enable' : 'disable'} ${name}`),
    onSuccess: (_owners, input) => toast({ title: `${name} ${input.disabled ? 'disabled' : 'enabled'}` }),
  })
  const remove = trpc.owners.remove.useMutation({
    onError: errorToast(`Failed to remove ${name}`),
    onSuccess: () => toast({ title: `${name} removed` }),
  })
  return (
    <>
      <ActionMenu label={name}>
        {mayHandOver && <Menu.Item onClick={() => setDialog('hand-over')}>Make primary owner</Menu.Item>}
        {disabled ? (
          <Menu.Item onClick={() => setDisabled.mutate({ user_id, disabled: false })}>Enable</Menu.Item>
        ) : (
          <Menu.Item onClick={() => setDialog('disable')}>Disable</Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => setDialog('remove')}>
          Remove
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={dialog === 'disable'}
        onClose={close}
        title={`Disable ${name}?`}
        message="They'll be signed out everywhere, and their tokens and calendar feed will end. You can enable them again."
        confirmLabel="Disable owner"
        destructive
        onConfirm={() => setDisabled.mutateAsync({ user_id, disabled: true })}
      />
      <ConfirmDialog
        opened={dialog === 'remove'}
        onClose={close}
        title={`Remove ${name}?`}
        message="They'll be signed out everywhere and lose access to everything in the agency. Their account stays."
        confirmLabel="Remove owner"
        destructive
        onConfirm={() => remove.mutateAsync({ user_id })}
      />
      {dialog === 'hand-over' && <HandOverDialog owner={owner} onClose={close} />}
    </>
  )
}
