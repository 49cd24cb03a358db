import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/employees')({
  staticData: { can: 'employee.read' },
  component: lazyRouteComponent(
    () => import('#client/features/employees/employees-page.tsx'),
    'EmployeesPage',
  ),
})
