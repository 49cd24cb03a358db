import { z } from 'zod'
import { idInput } from '../../base/schemas/ids.ts'
import { requiredText } from '../../base/schemas/text.ts'
import { invoiceListInput } from '../../money/invoices/schemas/invoices.ts'
import { CLIENT_SORTS } from '../../people/clients.ts'
import { EMPLOYEE_SORTS } from '../../people/employees.ts'
import { clientListInput } from '../../people/schemas/clients.ts'
import { employeeListInput } from '../../people/schemas/employees.ts'
import { PROJECT_SORTS } from '../../work/projects.ts'
import { projectListInput } from '../../work/schemas/projects.ts'
import { taskListInput } from '../../work/schemas/tasks.ts'
import { TASK_SORTS } from '../../work/tasks.ts'
import type { ViewState } from '../views.ts'

const asTable = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  view: z.enum(['cards', 'list']),
  sort: z.enum(sorts),
  desc: z.boolean(),
  /** Whether rows are grouped by the sorted column. */
  grouped: z.boolean(),
})

/** The search parameters saved for each list: filters in the list's input format, order, and layout. */
export const VIEW_STATES = {
  tasks: taskListInput
    .pick({
      search: true,
      status: true,
      open: true,
      requested: true,
      project_id: true,
      assigned_to_id: true,
      due: true,
    })
    .extend({ ...asTable(TASK_SORTS), view: z.enum(['cards', 'board', 'list', 'timeline']) })
    .partial(),
  projects: projectListInput
    .pick({ search: true, status: true, client_id: true, active: true, archived: true })
    .extend(asTable(PROJECT_SORTS))
    .partial(),
  clients: clientListInput.pick({ search: true, archived: true }).extend(asTable(CLIENT_SORTS)).partial(),
  employees: employeeListInput
    .pick({ search: true, deactivated: true })
    .extend(asTable(EMPLOYEE_SORTS))
    .partial(),
  invoices: invoiceListInput
    .pick({ search: true, status: true, currency: true, side: true })
    .extend({ client: z.uuid() })
    .partial(),
}

export type ViewedList = keyof typeof VIEW_STATES
export const VIEWED_LISTS = Object.keys(VIEW_STATES) as [ViewedList, ...ViewedList[]]

/** Parses a saved state: unknown keys and values, and filters without effect, are dropped. */
export function readViewState(list: ViewedList, saved: Record<string, unknown>): ViewState {
  const valid = Object.entries<z.ZodType>(VIEW_STATES[list].shape).flatMap(([key, schema]) => {
    const { data } = schema.safeParse(saved[key])
    return data === true || (typeof data === 'string' && data !== '') ? [[key, data] as const] : []
  })
  return Object.fromEntries(valid)
}

export const viewNameInput = z.strictObject({ name: requiredText('Please enter a name', 60) })

/** Inserts without `id`, updates with it. `version` is the one the editor loaded. */
const saveInput = <List extends ViewedList>(list: List) =>
  z.strictObject({
    id: z.uuid().optional(),
    version: z.int().optional(),
    ...viewNameInput.shape,
    list: z.literal(list),
    state: VIEW_STATES[list],
  })

export const viewSaveInput = z.discriminatedUnion('list', [
  saveInput('tasks'),
  saveInput('projects'),
  saveInput('clients'),
  saveInput('employees'),
  saveInput('invoices'),
])

export const viewListInput = z.strictObject({ list: z.enum(VIEWED_LISTS) })
export const viewShareInput = idInput.extend({ shared: z.boolean() })

export interface ViewDto {
  id: string
  list: ViewedList
  name: string
  state: ViewState
  /** Whether the whole team sees it. */
  shared: boolean
  /** Whether the caller can change it. */
  can_edit: boolean
  version: number
}
