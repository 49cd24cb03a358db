import { Stack, Tabs } from '@mantine/core'
import { RecordDrawer } from '#client/components/record-drawer.tsx'
import { RecordHead } from '#client/components/record-head.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { ClientDetailsDto, ClientDto } from '#shared/clients.ts'
import { RecordActivity } from '../activity/record-activity.tsx'
import { ClientContacts } from './client-contacts.tsx'
import { ClientInvoices } from './client-invoices.tsx'
import { ClientNotes } from './client-notes.tsx'
import { ClientOverview } from './client-overview.tsx'
import { CLIENT_TABS, CLOSED_DRAWER, clientSearch } from './client-search.ts'
import { useArchiveClient } from './use-archive-client.ts'
import { useClientRights } from './use-client-rights.ts'

/** A client's drawer, open while the URL names it. */
export function ClientDrawer() {
  const [state, setState] = useSearchState(clientSearch)
  const id = state.client
  const details = trpc.clients.details.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer
      query={details}
      title={details.data?.client.name ?? 'Client'}
      opened={id !== null}
      onClose={() => setState(CLOSED_DRAWER)}
    >
      {(found) => <ClientDetail key={found.client.id} details={found} />}
    </RecordDrawer>
  )
}

function ClientDetail({ details }: { details: ClientDetailsDto }) {
  const [state, setState] = useSearchState(clientSearch)
  const { client } = details
  return (
    <Stack gap="md">
      <ClientHead client={client} />
      <Tabs value={state.tab} onChange={(tab) => setState({ tab: clientSearch.params.tab(tab) })}>
        <Tabs.List mb="md">
          {CLIENT_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab} px={10}>
              {titled(tab)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <ClientOverview details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices">
          <ClientInvoices client={client} />
        </Tabs.Panel>
        <Tabs.Panel value="contacts">
          <ClientContacts client={client} contacts={details.contacts} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <ClientNotes client={client} notes={details.notes} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <RecordActivity
            of={{ client_id: client.id }}
            emptyMessage="Changes to this client and its projects appear here."
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function ClientHead({ client }: { client: ClientDto }) {
  const [, setState] = useSearchState(clientSearch)
  const { write, acrossAgencies } = useClientRights()
  const setArchived = useArchiveClient()
  const archived = client.archived_at !== null
  return (
    <RecordHead
      name={client.name}
      subtitle={client.company ?? client.email}
      agency={acrossAgencies ? client.agency_name : null}
      badge={archived && <StatusBadge status="archived" label="Archived" />}
      write={write}
      onEdit={() => setState({ edit: client.id }, 'push')}
      aside={{
        label: archived ? 'Restore' : 'Archive',
        onClick: () => setArchived(client.id, !archived),
      }}
    />
  )
}
