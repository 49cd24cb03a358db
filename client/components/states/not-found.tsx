import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export function NotFound() {
  const router = useRouter()
  const { pathname } = useLocation()
  // The URL changes before this page unmounts; only the first URL is the missing one.
  const [missing] = useState(pathname)
  useDocumentTitle('Page Not Found')
  useEffect(() => {
    console.error(`Page not found: ${missing}`)
  }, [missing])
  return (
    <Stack component="main" align="center" justify="center" gap="sm" mih="100dvh" p="md" ta="center">
      <Text fz={28} fw={600} c="dimmed">
        404
      </Text>
      <Title order={1}>Page Not Found</Title>
      <Text c="dimmed">There’s no page at this address.</Text>
      <Group mt="xs">
        <Button variant="default" onClick={() => router.history.back()}>
          Go Back
        </Button>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>Go Home</Button>
      </Group>
    </Stack>
  )
}
