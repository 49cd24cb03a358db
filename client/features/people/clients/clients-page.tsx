import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { DataList, Skeletons } from '#client/components/lists/data-list.tsx'
import { FilterBar, SearchField } from '#client/components/lists/filter-bar.tsx'
import { FilterChips } from '#client/components/lists/filter-chips.tsx'
import { Page } from '#client/components/page.tsx'
import { DetailPageSkeleton } from '#client/components/records/detail-skeleton.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ROW } from '#client/components/table/density.ts'
import { LayoutSwitch } from '#client/components/table/layout-switch.tsx'
import { LIST_LAYOUTS, type ListLayout, useLayout } from '#client/components/table/use-layout.ts'
import { usePhone } from '#client/lib/breakpoints.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { NO_CLIENT_FILTERS } from '#shared/people/screens/clients.ts'
import { ViewTabs } from '../../../components/lists/views/view-tabs.tsx'
import { ClientCard } from './client-card.tsx'
import { CLOSED_CLIENT, clientSearch } from './client-search.ts'
import { ClientTiles } from './client-tiles.tsx'
import { ClientsMore } from './clients-more.tsx'
import { useClientRights } from './use-client-rights.ts'

const InvitationsDrawer = lazyLayer(
  () => import('../invitations/invitations-drawer.tsx'),
  'InvitationsDrawer',
)
const ClientDialog = lazyLayer(() => import('./client-dialog.tsx'), 'ClientDialog')
const EditClientDialog = lazyLayer(() => import('./client-dialog.tsx'), 'EditClientDialog')
const ClientPeek = lazyLayer(() => import('./detail/client-peek.tsx'), 'ClientPeek', 'peek')
const ImportDialog = lazyLayer(() => import('./import-dialog.tsx'), 'ImportDialog')
const ClientPage = lazyComponent(() => import('./detail/client-page.tsx'), 'ClientPage')
const ClientTable = lazyComponent(() => import('./client-table.tsx'), 'ClientTable')

const VIEW_KEYS = ['search', 'archived', 'view', 'sort', 'desc', 'grouped'] as const

/** The list of clients, or the client named in the URL. */
export function ClientsPage() {
  const [{ client }] = useSearchState(clientSearch)
  if (client === null) return <ClientList />
  return (
    <Suspense fallback={<DetailPageSkeleton kind="Client" />}>
      <ClientPage key={client} id={client} />
    </Suspense>
  )
}

function ClientList() {
  const [state, setState] = useSearchState(clientSearch)
  const rights = useClientRights()
  const { search, archived } = state
  const [layout, setLayout] = useLayout<ListLayout, typeof clientSearch.defaults>(
    clientSearch,
    'clients-view',
  )
  const phone = usePhone()
  const table = layout === 'list' && !phone
  const order = table && state.sort !== null ? { order: state.sort, descending: state.desc } : {}
  const list = trpc.clients.list.useInfiniteQuery(
    { search, archived, ...order },
    { ...byCursor, placeholderData: (old) => old },
  )
  const openNew = () => setState({ new: true }, 'push')
  const opens = (client: ClientDto) => ({ ...CLOSED_CLIENT, client: client.id })
  const shown = {
    query: list,
    filtered: search !== '' || archived,
    noMatchTitle: 'No clients found',
    onClearFilters: () => setState(NO_CLIENT_FILTERS),
    empty: (
      <EmptyState
        drawing="people"
        title="No clients yet"
        message="Add the companies you work for to create projects and invoices for them."
        action={rights.write && <Button onClick={openNew}>Add Client</Button>}
      />
    ),
  }
  return (
    <Page
      title="Clients"
      actions={
        <>
          <ClientsMore />
          {rights.add && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
              Add Client
            </Button>
          )}
        </>
      }
    >
      <ClientTiles />
      <ViewTabs list="clients" all="All clients" screen={clientSearch} keys={VIEW_KEYS} />
      <FilterBar
        search={
          <SearchField
            label="Search by name, email or company"
            value={search}
            onChange={(text) => setState({ search: text })}
          />
        }
        used={Number(archived)}
      >
        <Switch
          label="Archived"
          checked={archived}
          onChange={(event) => setState({ archived: event.currentTarget.checked })}
        />
        {!phone && <LayoutSwitch layouts={LIST_LAYOUTS} value={layout} onChange={setLayout} />}
      </FilterBar>
      <FilterChips
        chips={archived ? [{ label: 'Archived', onClear: () => setState({ archived: false }) }] : []}
      />
      {table ? (
        <Suspense fallback={<Skeletons layout="rows" height={ROW} />}>
          <ClientTable {...shown} opens={opens} />
        </Suspense>
      ) : (
        <DataList
          {...shown}
          label="Clients"
          itemKey={(client) => client.id}
          itemHeight={176}
          renderItem={(client) => <ClientCard client={client} opens={opens(client)} />}
        />
      )}
      <ClientPeek />
      <InvitationsDrawer
        kind="client"
        opened={state.invitations}
        onClose={() => setState({ invitations: false })}
      />
      {rights.add && state.new && <ClientDialog onClose={() => setState({ new: false })} />}
      {rights.write && state.edit !== null && (
        <EditClientDialog key={state.edit} id={state.edit} onClose={() => setState({ edit: null })} />
      )}
      {rights.write && state.import && <ImportDialog onClose={() => setState({ import: false })} />}
    </Page>
  )
}
