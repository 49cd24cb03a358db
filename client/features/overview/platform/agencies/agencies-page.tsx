import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { Page } from '#client/components/page.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { AGENCY_STATUSES, agenciesSearch } from './agencies-search.ts'
import { AgencyTable } from './agency-table.tsx'
import { AgencyTiles } from './agency-tiles.tsx'
import { planLabel } from './plan-label.ts'

const AgencyDialog = lazyLayer(() => import('./agency-dialog.tsx'), 'AgencyDialog')
const AgencyDrawer = lazyLayer(() => import('./agency-drawer.tsx'), 'AgencyDrawer', 'agency')

export function AgenciesPage() {
  const [state, setState] = useSearchState(agenciesSearch)
  const plans = trpc.packages.list.useQuery({})
  const openNew = () => setState({ new: true }, 'push')
  return (
    <Page
      title="Agencies"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
          Add Agency
        </Button>
      }
    >
      <AgencyTiles />
      <FilterBar
        search={
          <SearchField
            label="Search by agency or owner"
            value={state.search}
            onChange={(search) => setState({ search, page: 1 })}
          />
        }
        used={Number(state.status !== null) + Number(state.plan !== null)}
      >
        <FilterSelect
          label="Status"
          all="All Status"
          options={AGENCY_STATUSES.map((status) => ({ value: status, label: titled(status) }))}
          value={state.status}
          onChange={(status) => setState({ status, page: 1 })}
        />
        <FilterSelect
          label="Plan"
          all="All Plans"
          options={(plans.data ?? []).map((plan) => ({ value: plan.id, label: planLabel(plan) }))}
          value={state.plan}
          onChange={(plan) => setState({ plan, page: 1 })}
        />
      </FilterBar>
      <AgencyTable onNew={openNew} />
      <AgencyDrawer />
      {state.new && <AgencyDialog onClose={() => setState({ new: false })} />}
    </Page>
  )
}
