import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, SearchField } from '#client/components/filter-bar.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
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

const NO_FILTERS = { search: '', deactivated: false }

export function EmployeesPage() {
  const [state, setState] = useSearchState(employeeSearch)
  const rights = useEmployeeRights()
  const mayInvite = useMayInvite()
  const { search, deactivated } = state
  const list = trpc.employees.list.useInfiniteQuery({ search, deactivated }, byCursor)
  const openNew = () => setState({ new: true }, 'push')
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
      <FilterBar>
        <SearchField
          label="Search by name, email or role"
          value={search}
          onChange={(text) => setState({ search: text })}
        />
        <Switch
          label="Deactivated"
          checked={deactivated}
          onChange={(event) => setState({ deactivated: event.currentTarget.checked })}
        />
      </FilterBar>
      <DataList
        query={list}
        label="Employees"
        itemKey={(employee) => employee.id}
        itemHeight={188}
        renderItem={(employee) => (
          <EmployeeCard
            employee={employee}
            onOpen={() => setState({ ...CLOSED_DRAWER, employee: employee.id }, 'push')}
          />
        )}
        filtered={search !== '' || deactivated}
        noMatchTitle="No employees found"
        onClearFilters={() => setState(NO_FILTERS)}
        empty={
          <EmptyState
            drawing="people"
            title="No employees yet"
            message="Add the people who work on your projects."
            action={rights.write && <Button onClick={openNew}>Add Employee</Button>}
          />
        }
      />
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
