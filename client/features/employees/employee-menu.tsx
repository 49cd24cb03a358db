import { Menu } from '@mantine/core'
import { IconPencil, IconUser, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { toast } from '#client/lib/toast.ts'
import type { EmployeeDto } from '#shared/employees.ts'
import { CLOSED_DRAWER, employeeSearch } from './employee-search.ts'
import { useDeactivateEmployee } from './use-deactivate-employee.ts'
import { useEmployeeRights } from './use-employee-rights.ts'

const ICON = 16

export function EmployeeMenu({ employee }: { employee: EmployeeDto }) {
  const [, setState] = useSearchState(employeeSearch)
  const { write } = useEmployeeRights()
  const setDeactivated = useDeactivateEmployee()
  const deactivated = employee.deactivated_at !== null
  const edit = () => {
    setState({ edit: employee.id }, 'push')
    toast({ title: 'Action Performed', message: `Employee "${employee.name}" is open for editing.` })
  }
  const view = () => {
    setState({ ...CLOSED_DRAWER, employee: employee.id }, 'push')
    toast({ title: 'Action Performed', message: `Showing the profile of "${employee.name}".` })
  }
  return (
    <ActionMenu label={employee.name}>
      {write && (
        <Menu.Item leftSection={<IconPencil size={ICON} aria-hidden />} onClick={edit}>
          Edit
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconUser size={ICON} aria-hidden />} onClick={view}>
        View Profile
      </Menu.Item>
      {write && (
        <Menu.Item
          leftSection={
            deactivated ? <IconUserCheck size={ICON} aria-hidden /> : <IconUserOff size={ICON} aria-hidden />
          }
          onClick={() => setDeactivated(employee.id, !deactivated)}
        >
          {deactivated ? 'Reactivate' : 'Deactivate'}
        </Menu.Item>
      )}
    </ActionMenu>
  )
}
