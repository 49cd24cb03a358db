import { Stack, Tabs } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { RecordHead } from '#client/components/records/record-head.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { EmployeeProfile } from './employee-profile.tsx'
import { EmployeeProjects } from './employee-projects.tsx'
import { CLOSED_DRAWER, EMPLOYEE_TABS, employeeSearch } from './employee-search.ts'
import { EmployeeTime } from './employee-time.tsx'
import { JobTitle } from './job-title.tsx'
import { useDeactivateEmployee } from './use-deactivate-employee.ts'
import { useEmployeeRights } from './use-employee-rights.ts'

/** A contributor's drawer, open while the URL names them. */
export function EmployeeDrawer() {
  const [state, setState] = useSearchState(employeeSearch)
  const id = state.employee
  const employee = trpc.employees.get.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer
      query={employee}
      title={employee.data?.name ?? 'Employee'}
      opened={id !== null}
      onClose={() => setState(CLOSED_DRAWER)}
    >
      {(found) => <EmployeeDetail key={found.id} employee={found} />}
    </RecordDrawer>
  )
}

function EmployeeDetail({ employee }: { employee: EmployeeDto }) {
  const [state, setState] = useSearchState(employeeSearch)
  return (
    <Stack gap="md">
      <EmployeeHead employee={employee} />
      <Tabs value={state.tab} onChange={(tab) => setState({ tab: employeeSearch.params.tab(tab) })}>
        <Tabs.List mb="md">
          {EMPLOYEE_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {titled(tab)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <EmployeeProfile employee={employee} />
        </Tabs.Panel>
        <Tabs.Panel value="projects">
          <EmployeeProjects employee={employee} />
        </Tabs.Panel>
        <Tabs.Panel value="time">
          <EmployeeTime employee={employee} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function EmployeeHead({ employee }: { employee: EmployeeDto }) {
  const [, setState] = useSearchState(employeeSearch)
  const { write, acrossAgencies } = useEmployeeRights()
  const setDeactivated = useDeactivateEmployee()
  const deactivated = employee.deactivated_at !== null
  return (
    <RecordHead
      name={employee.name}
      subtitle={<JobTitle role={employee.role} />}
      agency={acrossAgencies ? employee.agency_name : null}
      badge={deactivated && <StatusBadge status="deactivated" label="Deactivated" />}
      write={write}
      onEdit={() => setState({ edit: employee.id }, 'push')}
      aside={{
        label: deactivated ? 'Reactivate' : 'Deactivate',
        onClick: () => setDeactivated(employee.id, !deactivated),
      }}
    />
  )
}
