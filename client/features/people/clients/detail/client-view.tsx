import { useDocumentTitle } from '@mantine/hooks'
import type { ComponentType } from 'react'
import { DetailTabs } from '#client/components/records/detail-page.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import type { ClientDetailsDto } from '#shared/people/clients.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { CLIENT_TABS, clientSearch } from '../client-search.ts'
import { ClientContacts } from './client-contacts.tsx'
import { ClientHead } from './client-head.tsx'
import { ClientNotes } from './client-notes.tsx'
import { ClientOverview } from './client-overview.tsx'
import type { ClientSlotProps } from './client-slots.ts'

const ClientInvoices = slotOf(
  import.meta.glob<ComponentType<ClientSlotProps>>('../../../*/*/slots/client-invoices.tsx', {
    eager: true,
    import: 'ClientInvoicesSlot',
  }),
)

/** A client: contact details, work, invoices, and the agency's notes. */
export function ClientView({ details }: { details: ClientDetailsDto<ProjectDto> }) {
  const { client } = details
  useDocumentTitle(client.name)
  const [{ tab }, setState] = useSearchState(clientSearch)
  return (
    <article aria-label={client.name}>
      <ClientHead client={client} />
      <DetailTabs
        tabs={CLIENT_TABS}
        value={tab}
        onChange={(value) => setState({ tab: clientSearch.params.tab(value) }, 'replace', 'keep')}
      >
        <Contents details={details} />
      </DetailTabs>
    </article>
  )
}

function Contents({ details }: { details: ClientDetailsDto<ProjectDto> }) {
  const [{ tab }] = useSearchState(clientSearch)
  const { client, contacts, notes } = details
  switch (tab) {
    case 'overview':
      return <ClientOverview details={details} />
    case 'invoices':
      return <ClientInvoices client={client} />
    case 'contacts':
      return <ClientContacts client={client} contacts={contacts} />
    case 'notes':
      return <ClientNotes client={client} notes={notes} />
  }
}
