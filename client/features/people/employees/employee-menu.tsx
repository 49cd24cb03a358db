import { IconUser, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { RecordMenu } from '#client/components/records/record-menu.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { CLOSED_DRAWER, employeeSearch } from './employee-search.ts'
import { useDeactivateEmployee } from './use-deactivate-employee.ts'
import { useEmployeeRights } from './use-employee-rights.ts'

export function EmployeeMenu({ employee: { id, name, deactivated_at } }: { employee: EmployeeDto }) {
  const [, setState] = useSearchState(employeeSearch)
  const setDeactivated = useDeactivateEmployee()
  const active = deactivated_at === null
  return (
    <RecordMenu
      kind="Employee"
      name={name}
      write={useEmployeeRights().write}
      onEdit={() => setState({ edit: id }, 'push')}
      view={{
        label: 'View Profile',
        icon: IconUser,
        onClick: () => setState({ ...CLOSED_DRAWER, employee: id }, 'push'),
        said: `Showing the profile of "${name}".`,
      }}
      aside={{
        label: active ? 'Deactivate' : 'Reactivate',
        icon: active ? IconUserOff : IconUserCheck,
        onClick: () => setDeactivated(id, active),
      }}
    />
  )
}
