import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, SearchField } from '#client/components/filter-bar.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { ClientCard } from './client-card.tsx'
import { CLOSED_DRAWER, clientSearch } from './client-search.ts'
import { ClientTiles } from './client-tiles.tsx'
import { ClientsMore } from './clients-more.tsx'
import { useClientRights } from './use-client-rights.ts'

const InvitationsDrawer = lazyLayer(
  () => import('../invitations/invitations-drawer.tsx'),
  'InvitationsDrawer',
)
const ClientDialog = lazyLayer(() => import('./client-dialog.tsx'), 'ClientDialog')
const EditClientDialog = lazyLayer(() => import('./client-dialog.tsx'), 'EditClientDialog')
const ClientDrawer = lazyLayer(() => import('./client-drawer.tsx'), 'ClientDrawer', 'client')
const ImportDialog = lazyLayer(() => import('./import-dialog.tsx'), 'ImportDialog')

const NO_FILTERS = { search: '', archived: false }

export function ClientsPage() {
  const [state, setState] = useSearchState(clientSearch)
  const rights = useClientRights()
  const { search, archived } = state
  const list = trpc.clients.list.useInfiniteQuery({ search, archived }, byCursor)
  const openNew = () => setState({ new: true }, 'push')
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
      </FilterBar>
      <DataList
        query={list}
        label="Clients"
        itemKey={(client) => client.id}
        itemHeight={176}
        renderItem={(client) => (
          <ClientCard
            client={client}
            onOpen={() => setState({ ...CLOSED_DRAWER, client: client.id }, 'push')}
          />
        )}
        filtered={search !== '' || archived}
        noMatchTitle="No clients found"
        onClearFilters={() => setState(NO_FILTERS)}
        empty={
          <EmptyState
            drawing="people"
            title="No clients yet"
            message="Add the companies you work for to create projects and invoices for them."
            action={rights.write && <Button onClick={openNew}>Add Client</Button>}
          />
        }
      />
      <ClientDrawer />
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
