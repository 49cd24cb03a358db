import { z } from 'zod'

export const EMPLOYEE_TABS = ['profile', 'projects', 'time'] as const
export type EmployeeTab = (typeof EMPLOYEE_TABS)[number]

/** What the address of the employees screen holds. */
export const employeeSearch = z.object({
  search: z.string().catch(''),
  deactivated: z.boolean().catch(false),
  /** The contributor whose profile is open. */
  employee: z.uuid().nullable().catch(null),
  tab: z.enum(EMPLOYEE_TABS).catch('profile'),
  /** The open dialog. */
  new: z.coerce.boolean().catch(false),
  edit: z.uuid().nullable().catch(null),
  invitations: z.coerce.boolean().catch(false),
})

export const CLOSED_DRAWER = { employee: null, tab: 'profile' } as const
