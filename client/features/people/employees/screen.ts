import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { employeeSearch } from './employee-search.ts'

export const employeesScreen = {
  validateSearch: employeeSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./employees-page.tsx')),
    'EmployeesPage',
  ),
}
