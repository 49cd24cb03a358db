import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { DataList, Skeletons } from '#client/components/data-list.tsx'
import { DetailSkeleton } from '#client/components/detail-skeleton.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, SearchField } from '#client/components/filter-bar.tsx'
import { FilterChips } from '#client/components/filter-chips.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { ROW } from '#client/components/table/density.ts'
import { LayoutSwitch } from '#client/components/table/layout-switch.tsx'
import { LIST_LAYOUTS, type ListLayout, useLayout } from '#client/components/table/use-layout.ts'
import { usePhone } from '#client/lib/breakpoints.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { ClientDto } from '#shared/clients.ts'
import { ViewTabs } from '../views/view-tabs.tsx'
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
const ClientPage = lazy(() =>
  import('./detail/client-page.tsx').then((module) => ({ default: module.ClientPage })),
)
const ClientTable = lazy(() =>
  import('./client-table.tsx').then((module) => ({ default: module.ClientTable })),
)

const NO_FILTERS = { search: '', archived: false }
const VIEW_KEYS = ['search', 'archived', 'view', 'sort', 'desc', 'grouped'] as const

/** The list of clients, or the one that the address names. */
export function ClientsPage() {
  const [{ client }] = useSearchState(clientSearch)
  if (client === null) return <ClientList />
  return (
    <Suspense fallback={<DetailSkeleton />}>
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
  const open = (client: ClientDto) => setState({ ...CLOSED_CLIENT, client: client.id }, 'push')
  const shown = {
    query: list,
    filtered: search !== '' || archived,
    noMatchTitle: 'No clients found',
    onClearFilters: () => setState(NO_FILTERS),
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
      <FilterBar>
        <SearchField
          label="Search by name, email or company"
          value={search}
          onChange={(text) => setState({ search: text })}
        />
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
          <ClientTable {...shown} onOpen={open} />
        </Suspense>
      ) : (
        <DataList
          {...shown}
          label="Clients"
          itemKey={(client) => client.id}
          itemHeight={176}
          renderItem={(client) => <ClientCard client={client} onOpen={() => open(client)} />}
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
