import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { employeeSearch } from '#client/features/employees/employee-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/employees')({
  staticData: { can: 'employee.read' },
  validateSearch: employeeSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/employees/employees-page.tsx')),
    'EmployeesPage',
  ),
})
