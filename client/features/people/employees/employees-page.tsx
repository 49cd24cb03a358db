import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { DataList, Skeletons } from '#client/components/lists/data-list.tsx'
import { FilterBar, SearchField } from '#client/components/lists/filter-bar.tsx'
import { FilterChips } from '#client/components/lists/filter-chips.tsx'
import { Page } from '#client/components/page.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ROW } from '#client/components/table/density.ts'
import { LayoutSwitch } from '#client/components/table/layout-switch.tsx'
import { LIST_LAYOUTS, type ListLayout, useLayout } from '#client/components/table/use-layout.ts'
import { usePhone } from '#client/lib/breakpoints.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { NO_EMPLOYEE_FILTERS } from '#shared/people/screens/employees.ts'
import { ViewTabs } from '../../../components/lists/views/view-tabs.tsx'
import { useMayInvite } from '../invitations/use-may-invite.ts'
import { EmployeeCard } from './employee-card.tsx'
import { CLOSED_DRAWER, employeeSearch } from './employee-search.ts'
import { EmployeeTiles } from './employee-tiles.tsx'
import { useEmployeeRights } from './use-employee-rights.ts'

const InvitationsDrawer = lazyLayer(
  () => import('../invitations/invitations-drawer.tsx'),
  'InvitationsDrawer',
)
const EditEmployeeDialog = lazyLayer(() => import('./employee-dialog.tsx'), 'EditEmployeeDialog')
const EmployeeDialog = lazyLayer(() => import('./employee-dialog.tsx'), 'EmployeeDialog')
const EmployeeDrawer = lazyLayer(() => import('./employee-drawer.tsx'), 'EmployeeDrawer', 'employee')
const EmployeeTable = lazyComponent(() => import('./employee-table.tsx'), 'EmployeeTable')

const VIEW_KEYS = ['search', 'deactivated', 'view', 'sort', 'desc', 'grouped'] as const
const GROUPS = [{ value: 'role', label: 'Role' }] as const

export function EmployeesPage() {
  const [state, setState] = useSearchState(employeeSearch)
  const rights = useEmployeeRights()
  const mayInvite = useMayInvite()
  const { search, deactivated } = state
  const [layout, setLayout] = useLayout<ListLayout, typeof employeeSearch.defaults>(
    employeeSearch,
    'employees-view',
  )
  const phone = usePhone()
  const table = layout === 'list' && !phone
  const order = table && state.sort !== null ? { order: state.sort, descending: state.desc } : {}
  const list = trpc.employees.list.useInfiniteQuery(
    { search, deactivated, ...order },
    { ...byCursor, placeholderData: (old) => old },
  )
  const openNew = () => setState({ new: true }, 'push')
  const opens = (employee: EmployeeDto) => ({ ...CLOSED_DRAWER, employee: employee.id })
  const shown = {
    query: list,
    filtered: search !== '' || deactivated,
    noMatchTitle: 'No employees found',
    onClearFilters: () => setState(NO_EMPLOYEE_FILTERS),
    empty: (
      <EmptyState
        drawing="people"
        title="No employees yet"
        message="Add the people who work on your projects."
        action={rights.write && <Button onClick={openNew}>Add Employee</Button>}
      />
    ),
  }
  return (
    <Page
      title="Employees"
      actions={
        <>
          {mayInvite && (
            <Tooltip label="Invitations">
              <ActionIcon
                variant="default"
                aria-label="Invitations"
                onClick={() => setState({ invitations: true }, 'push')}
              >
                <IconMail size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {rights.add && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
              Add Employee
            </Button>
          )}
        </>
      }
    >
      <EmployeeTiles />
      <ViewTabs list="employees" all="All employees" screen={employeeSearch} keys={VIEW_KEYS} />
      <FilterBar
        search={
          <SearchField
            label="Search by name, email or role"
            value={search}
            onChange={(text) => setState({ search: text })}
          />
        }
        used={Number(deactivated)}
      >
        <Switch
          label="Deactivated"
          checked={deactivated}
          onChange={(event) => setState({ deactivated: event.currentTarget.checked })}
        />
        {!phone && (
          <LayoutSwitch
            layouts={LIST_LAYOUTS}
            value={layout}
            onChange={setLayout}
            groups={{ options: GROUPS, value: state.grouped && state.sort === 'role' ? 'role' : null }}
            onGroup={(column) => setState({ sort: column, desc: false, grouped: column !== null })}
          />
        )}
      </FilterBar>
      <FilterChips
        chips={deactivated ? [{ label: 'Deactivated', onClear: () => setState({ deactivated: false }) }] : []}
      />
      {table ? (
        <Suspense fallback={<Skeletons layout="rows" height={ROW} />}>
          <EmployeeTable {...shown} opens={opens} />
        </Suspense>
      ) : (
        <DataList
          {...shown}
          label="Employees"
          itemKey={(employee) => employee.id}
          itemHeight={188}
          renderItem={(employee) => <EmployeeCard employee={employee} opens={opens(employee)} />}
        />
      )}
      <EmployeeDrawer />
      <InvitationsDrawer
        kind="employee"
        opened={state.invitations}
        onClose={() => setState({ invitations: false })}
      />
      {rights.add && state.new && <EmployeeDialog onClose={() => setState({ new: false })} />}
      {rights.write && state.edit !== null && (
        <EditEmployeeDialog key={state.edit} id={state.edit} onClose={() => setState({ edit: null })} />
      )}
    </Page>
  )
}
