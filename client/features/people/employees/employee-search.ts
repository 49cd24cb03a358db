import { flag, id, oneOf, searchOf, tableParams, text } from '#client/lib/search-params.ts'

export const EMPLOYEE_TABS = ['profile', 'projects', 'time'] as const
export type EmployeeTab = (typeof EMPLOYEE_TABS)[number]

export const employeeSearch = searchOf({
  search: text,
  deactivated: flag,
  ...tableParams(['name', 'role', 'tasks', 'hours', 'active']),
  /** The contributor whose profile is open. */
  employee: id,
  tab: oneOf(EMPLOYEE_TABS, 'profile'),
  /** The open dialog. */
  new: flag,
  edit: id,
  invitations: flag,
})

export const CLOSED_DRAWER = { employee: null, tab: 'profile' } as const
