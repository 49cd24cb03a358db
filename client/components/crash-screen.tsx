import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'

/** The last resort when a screen breaks, most often because a new version replaced its files. */
export function CrashScreen({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error])
  return (
    <Stack component="main" align="center" justify="center" gap="sm" mih="60dvh" p="md" ta="center">
      <Title order={1}>This screen could not be shown</Title>
      <Text c="dimmed">Reloading usually helps. Nothing you saved is lost.</Text>
      <Button onClick={() => location.reload()}>Reload</Button>
    </Stack>
  )
}
