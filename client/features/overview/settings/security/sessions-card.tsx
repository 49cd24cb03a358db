import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { DeviceSessionDto } from '#shared/overview/settings.ts'
import classes from '../section/settings.module.css'

/** The account's active sessions, each of which can be signed out. */
export function SessionsCard() {
  const query = trpc.settings.sessions.useQuery()
  const { data } = query
  const [confirming, setConfirming] = useState(false)
  const revokeOthers = trpc.settings.revokeOtherSessions.useMutation({
    onError: errorToast('Failed to sign out the other sessions'),
    onSuccess: () => toast({ title: 'Signed out on all other devices' }),
  })
  return (
    <SettingsCard title="Sessions" description="Devices where you’re signed in.">
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && (
        <ul className={classes.rows} aria-label="Sessions">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {data !== undefined && data.length > 1 && (
        <Group>
          <Button variant="default" onClick={() => setConfirming(true)}>
            Sign out all others
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Sign out all other sessions?"
        message="You’ll stay signed in on this device. All other devices will be signed out."
        confirmLabel="Sign out all others"
        onConfirm={() => revokeOthers.mutateAsync()}
      />
    </SettingsCard>
  )
}

function SessionRow({ session }: { session: DeviceSessionDto }) {
  const revoke = trpc.settings.revokeSession.useMutation({
    onError: errorToast('Failed to sign out the session'),
    onSuccess: () => toast({ title: 'Session signed out' }),
  })
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {session.device}
          </Text>
          {session.current && <Badge>This device</Badge>}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {session.ip !== null && `${session.ip} · `}Last used <RelativeTime instant={session.last_seen_at} />
        </Text>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Sign out ${session.device}`}
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ id: session.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
