import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'

/** Error boundary of last resort; most often a new version has replaced the page's files. */
export function CrashScreen({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error])
  return (
    <Stack component="main" align="center" justify="center" gap="sm" mih="60dvh" p="md" ta="center">
      <Title order={1}>This page couldn't be displayed</Title>
      <Text c="dimmed">Reloading usually helps. Your saved work is safe.</Text>
      <Button onClick={() => location.reload()}>Reload</Button>
    </Stack>
  )
}
