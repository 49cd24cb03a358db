import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ResetTwoFactorDialog } from '#client/components/forms/proof/reset-two-factor.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import type { OwnerDto } from '#shared/identity/owners.ts'
import classes from '../section/settings.module.css'
import { DisableDialog, HandOverDialog, LeaveDialog, RemoveDialog } from './owner-dialogs.tsx'

interface OwnerRowProps {
  owner: OwnerDto
  /** Whether this is the user's own row. */
  self: boolean
  /** Whether the caller can help the owner sign in. */
  recoverable: boolean
  /** Whether the owner can be disabled and removed, or can leave. */
  changeable: boolean
  mayHandOver: boolean
  /** Whether the owner uses two-factor authentication. */
  twoFactor: boolean
}

export function OwnerRow({ owner, self, recoverable, changeable, mayHandOver, twoFactor }: OwnerRowProps) {
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
      {changeable && self && <LeaveButton owner={owner} twoFactor={twoFactor} />}
      {recoverable && (
        <OwnerMenu owner={owner} changeable={changeable} mayHandOver={mayHandOver} twoFactor={twoFactor} />
      )}
    </li>
  )
}

function LeaveButton({ owner, twoFactor }: Pick<OwnerRowProps, 'owner' | 'twoFactor'>) {
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        Leave agency
      </Button>
      {confirming && <LeaveDialog owner={owner} twoFactor={twoFactor} onClose={() => setConfirming(false)} />}
    </>
  )
}

type Dialog = 'disable' | 'remove' | 'hand-over' | 'reset' | null

function OwnerMenu({
  owner,
  twoFactor,
  changeable,
  mayHandOver,
}: Pick<OwnerRowProps, 'owner' | 'twoFactor' | 'changeable' | 'mayHandOver'>) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const act = { owner, twoFactor, onClose: () => setDialog(null) }
  if (!changeable && !owner.two_factor && dialog === null) return null
  return (
    <>
      <ActionMenu label={owner.name}>
        {changeable && mayHandOver && (
          <Menu.Item onClick={() => setDialog('hand-over')}>Make primary owner</Menu.Item>
        )}
        {changeable && (
          <Menu.Item onClick={() => setDialog('disable')}>{owner.disabled ? 'Enable' : 'Disable'}</Menu.Item>
        )}
        {owner.two_factor && (
          <Menu.Item onClick={() => setDialog('reset')}>Reset two-factor sign-in</Menu.Item>
        )}
        {changeable && (
          <Menu.Item color="red" onClick={() => setDialog('remove')}>
            Remove
          </Menu.Item>
        )}
      </ActionMenu>
      {dialog === 'disable' && <DisableDialog {...act} />}
      {dialog === 'reset' && <ResetTwoFactorDialog email={owner.email} onClose={act.onClose} />}
      {dialog === 'remove' && <RemoveDialog {...act} />}
      {dialog === 'hand-over' && <HandOverDialog {...act} />}
    </>
  )
}
