import { z } from 'zod'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, SearchField } from '#client/components/filter-bar.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { ClientCard } from './client-card.tsx'
import { ClientTiles } from './client-tiles.tsx'

const clientSearch = z.object({ search: z.string().catch('') })

export function ClientsPage() {
  const [filters, setFilters] = useSearchState(clientSearch)
  const list = trpc.clients.list.useInfiniteQuery(filters, byCursor)
  return (
    <Page title="Clients">
      <ClientTiles />
      <FilterBar>
        <SearchField
          label="Search by name, email or company"
          value={filters.search}
          onChange={(search) => setFilters({ search })}
        />
      </FilterBar>
      <DataList
        query={list}
        label="Clients"
        itemKey={(client) => client.id}
        itemHeight={176}
        renderItem={(client) => <ClientCard client={client} />}
        filtered={filters.search !== ''}
        noMatchTitle="No clients found"
        onClearFilters={() => setFilters({ search: '' })}
        empty={
          <EmptyState
            drawing="people"
            title="No clients yet"
            message="Add the companies you work for; projects and invoices belong to them."
          />
        }
      />
    </Page>
  )
}
