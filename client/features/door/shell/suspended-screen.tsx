import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api } from '#client/lib/calls/api.ts'
import { UNREACHABLE } from '#client/lib/calls/errors.ts'
import { endSession } from '#client/lib/session/end-session.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'

/** Replaces all screens while the user's agency is suspended. */
export function SuspendedScreen({ agency }: { agency: string }) {
  const [checking, setChecking] = useState(false)
  const checkAgain = async () => {
    setChecking(true)
    await refreshSession()
    setChecking(false)
  }
  const signOut = async () => {
    try {
      await api.auth.signOut.mutate()
      endSession()
    } catch {
      toastDestructive({
        title: 'Logout Error',
        message: UNREACHABLE,
      })
    }
  }
  return (
    <Stack component="main" align="center" justify="center" gap="sm" mih="100dvh" p="md" ta="center">
      <Title order={1}>{agency} is suspended</Title>
      <Text c="dimmed" maw={420}>
        This agency is suspended. Its data is safe. Contact the platform administrator.
      </Text>
      <Group mt="xs">
        <Button variant="default" onClick={() => void signOut()}>
          Log out
        </Button>
        <Button loading={checking} onClick={() => void checkAgain()}>
          Try again
        </Button>
      </Group>
    </Stack>
  )
}
