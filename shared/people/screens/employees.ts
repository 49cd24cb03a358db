import { call, list, screen } from '../../base/screens.ts'

export const NO_EMPLOYEE_FILTERS = { search: '', deactivated: false }

export const employees = screen({
  label: 'Contributors',
  address: '/employees',
  can: 'employee.read',
  icon: 'users',
  key: 'E',
  sidebar: ['agency_admin'],
  firstCalls: () => [
    call('employees.counters'),
    call('views.list', { list: 'employees' }),
    list('employees.list', NO_EMPLOYEE_FILTERS),
  ],
})
