import { Button, SegmentedControl, SimpleGrid, Switch } from '@mantine/core'
import { IconChartBar, IconPlus } from '@tabler/icons-react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { FilterBar } from '#client/components/lists/filter-bar.tsx'
import { Page } from '#client/components/page.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { PLAN_KINDS } from '#shared/money/plans/packages.ts'
import { PackageCard } from './package-card.tsx'
import { packagesSearch } from './packages-search.ts'

const EditDialog = lazyLayer(() => import('#client/components/forms/edit-dialog.tsx'), 'EditDialog')
const NoticeDialog = lazyLayer(() => import('#client/components/dialogs/notice-dialog.tsx'), 'NoticeDialog')
const AnalyticsDrawer = lazyLayer(() => import('./analytics-drawer.tsx'), 'AnalyticsDrawer')
const PackageDialog = lazyLayer(() => import('./package-dialog.tsx'), 'PackageDialog')

const EDIT = 'Edit Package'

export function PackagesPage() {
  const [state, setState] = useSearchState(packagesSearch)
  const openNew = () => setState({ new: true }, 'push')
  return (
    <Page
      title="Packages"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconChartBar size={16} aria-hidden />}
            onClick={() => setState({ analytics: true }, 'push')}
          >
            View Analytics
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
            Create Package
          </Button>
        </>
      }
    >
      <FilterBar>
        <SegmentedControl
          aria-label="Type"
          data={[
            { value: 'package', label: 'Packages' },
            { value: 'subscription', label: 'Subscription plans' },
          ]}
          value={state.kind}
          onChange={(kind) => setState({ kind: PLAN_KINDS.find((known) => known === kind) })}
        />
        <Switch
          label="Archived"
          checked={state.archived}
          onChange={(event) => setState({ archived: event.currentTarget.checked })}
        />
      </FilterBar>
      <Packages onNew={openNew} />
      <AnalyticsDrawer opened={state.analytics} onClose={() => setState({ analytics: false })} />
      {state.new && <PackageDialog kind={state.kind} onClose={() => setState({ new: false })} />}
      {state.edit !== null && <EditPackage key={state.edit} id={state.edit} />}
    </Page>
  )
}

function Packages({ onNew }: { onNew: () => void }) {
  const [{ kind, archived }, setState] = useSearchState(packagesSearch)
  const query = trpc.packages.list.useQuery({ kind, archived })
  const { data } = query
  if (data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="grid" height={300} />} />
  if (data.length === 0) {
    return (
      <EmptyState
        drawing="folder"
        title={archived ? 'No archived packages' : 'No packages yet'}
        message={
          archived
            ? 'Archived packages appear here and keep their subscribers.'
            : 'Create a package for agencies to subscribe to.'
        }
        action={!archived && <Button onClick={onNew}>Create Package</Button>}
      />
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
      {data.map((plan) => (
        <PackageCard key={plan.id} plan={plan} onEdit={() => setState({ edit: plan.id }, 'push')} />
      ))}
    </SimpleGrid>
  )
}

function EditPackage({ id }: { id: string }) {
  const [{ kind, archived }, setState] = useSearchState(packagesSearch)
  const list = trpc.packages.list.useQuery({ kind, archived }, { staleTime: 0 })
  const close = () => setState({ edit: null })
  return (
    <EditDialog title={EDIT} query={list} onClose={close}>
      {(plans) => {
        const plan = plans.find((known) => known.id === id)
        if (plan !== undefined) return <PackageDialog plan={plan} kind={plan.kind} onClose={close} />
        return (
          <NoticeDialog title={EDIT} onClose={close}>
            This package isn’t in the list. It may have been deleted.
          </NoticeDialog>
        )
      }}
    </EditDialog>
  )
}
