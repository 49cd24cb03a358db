import type { Opens } from '#client/components/lists/open-link.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { DataTable } from '#client/components/table/data-table.tsx'
import { TableList, type TableListProps } from '#client/components/table/table-list.tsx'
import type { Column } from '#client/components/table/table-props.ts'
import { sentence } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { formatHours } from '#shared/base/format.ts'
import type { EmployeeDto, EmployeeSort } from '#shared/people/employees.ts'
import { EmployeeMenu } from './employee-menu.tsx'
import { employeeSearch } from './employee-search.ts'
import { JobTitle } from './job-title.tsx'
import { useEmployeeRights } from './use-employee-rights.ts'

const AVATAR = 24

const AGENCY: Column<EmployeeDto, EmployeeSort> = {
  label: 'Agency',
  width: 'minmax(90px, 1fr)',
  render: (employee) => employee.agency_name,
}

const COLUMNS: Column<EmployeeDto, EmployeeSort>[] = [
  {
    label: 'Role',
    width: 'minmax(90px, 1.4fr)',
    sort: 'role',
    render: (employee) => <JobTitle role={employee.role} />,
  },
  {
    label: 'Open tasks',
    width: '96px',
    sort: 'tasks',
    figures: true,
    render: (employee) => employee.open_tasks,
  },
  {
    label: 'Hours this week',
    width: '120px',
    sort: 'hours',
    figures: true,
    render: (employee) => formatHours(employee.week_seconds),
  },
  {
    label: 'Last active',
    width: '120px',
    sort: 'active',
    figures: true,
    render: ({ last_active_at }) =>
      last_active_at === null ? 'Never' : <RelativeTime instant={last_active_at} />,
  },
]

const BY_ROLE = {
  key: (employee: EmployeeDto) => employee.role,
  heading: (employee: EmployeeDto) => sentence(employee.role),
}

interface EmployeeTableProps extends Omit<TableListProps<EmployeeDto>, 'children'> {
  opens: (employee: EmployeeDto) => Opens
}

export function EmployeeTable({ opens, ...list }: EmployeeTableProps) {
  const [{ sort, desc, grouped }, setState] = useSearchState(employeeSearch)
  const { acrossAgencies } = useEmployeeRights()
  return (
    <TableList {...list}>
      {(employees) => (
        <DataTable
          label="Employees"
          items={employees}
          query={list.query}
          title={{
            column: { label: 'Name', width: 'minmax(140px, 2fr)', sort: 'name' },
            of: (employee) => employee.name,
          }}
          lead={(employee) => <UserAvatar name={employee.name} size={AVATAR} />}
          marks={(employee) =>
            employee.portal_status === 'invited' && <StatusBadge status="pending" label="Invited" />
          }
          columns={acrossAgencies ? [AGENCY, ...COLUMNS] : COLUMNS}
          sorting={{ sort, desc, onSort: setState }}
          grouping={grouped && sort === 'role' ? BY_ROLE : null}
          actions={(employee) => <EmployeeMenu employee={employee} />}
          opens={opens}
        />
      )}
    </TableList>
  )
}
