import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { clientSearch } from '../client-search.ts'
import { ClientOverview } from './client-overview.tsx'

/** A client's preview beside the list. */
export function ClientPeek() {
  const [{ peek }, setState] = useSearchState(clientSearch)
  const details = trpc.clients.details.useQuery({ id: peek ?? '' }, { enabled: peek !== null })
  return (
    <RecordDrawer
      query={details}
      title={details.data?.client.name ?? 'Client'}
      opened={peek !== null}
      onClose={() => setState({ peek: null })}
    >
      {(found) => (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {found.client.company}
            </Text>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowsDiagonal size={14} aria-hidden />}
              renderRoot={(props) => (
                <Link
                  to="."
                  search={(previous: object) => ({ ...previous, peek: undefined, client: found.client.id })}
                  {...props}
                />
              )}
            >
              Open client
            </Button>
          </Group>
          <ClientOverview details={found} narrow />
        </Stack>
      )}
    </RecordDrawer>
  )
}
