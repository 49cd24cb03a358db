import { Button, Group, Text } from '@mantine/core'
import { IconPencil, IconReportMoney } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { DetailHead, DetailHeading } from '#client/components/records/detail-page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session/session.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { clientSearch } from '../client-search.ts'
import { useArchiveClient } from '../use-archive-client.ts'
import { useClientRights } from '../use-client-rights.ts'

const AVATAR = 44

/** The client's name and company, with the available actions. */
export function ClientHead({ client }: { client: ClientDto }) {
  const { acrossAgencies } = useClientRights()
  const about = [client.company, acrossAgencies ? client.agency_name : null].filter(Boolean).join(' · ')
  return (
    <DetailHead
      title={
        <Group gap="sm" wrap="nowrap">
          <UserAvatar name={client.name} size={AVATAR} />
          <div>
            <Group gap="xs">
              <DetailHeading>{client.name}</DetailHeading>
              {client.archived_at !== null && <StatusBadge status="archived" label="Archived" />}
            </Group>
            <Text size="sm" c="dimmed">
              {about === '' ? client.email : about}
            </Text>
          </div>
        </Group>
      }
      actions={<ClientActions client={client} />}
    />
  )
}

function ClientActions({ client }: { client: ClientDto }) {
  const [, setState] = useSearchState(clientSearch)
  const { write, acrossAgencies } = useClientRights()
  const bills = useCan('invoice.write') && !acrossAgencies
  const setArchived = useArchiveClient()
  const archived = client.archived_at !== null
  return (
    <>
      {bills && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconReportMoney size={14} aria-hidden />}
          renderRoot={(props) => (
            <Link
              to="/payments"
              search={{ tab: 'invoices', statement: true, client: client.id }}
              {...props}
            />
          )}
        >
          Statement
        </Button>
      )}
      {write && (
        <>
          <Button size="xs" variant="default" onClick={() => setArchived(client.id, !archived)}>
            {archived ? 'Restore' : 'Archive'}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setState({ edit: client.id }, 'push')}
          >
            Edit
          </Button>
        </>
      )}
    </>
  )
}
