import { z } from 'zod'
import { CLIENT_SORTS, clientListInput } from './clients.ts'
import { EMPLOYEE_SORTS, employeeListInput } from './employees.ts'
import { invoiceListInput } from './invoices.ts'
import { PROJECT_SORTS, projectListInput } from './projects.ts'
import { TASK_SORTS, taskListInput } from './tasks.ts'
import { requiredText } from './text.ts'

/** Views that one person may keep of all lists together. */
export const MAX_VIEWS = 100

const asTable = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  view: z.enum(['cards', 'list']),
  sort: z.enum(sorts),
  desc: z.boolean(),
  /** Rows with the same value of the column sorted by stand under its heading. */
  grouped: z.boolean(),
})

/** The lists that all of a team see; views of the others are shared among owners. */
export const TEAM_LISTS = ['tasks', 'projects'] as const

/** What is kept of each list's address: filters as the list's own input takes them, order and layout. */
export const VIEW_STATES = {
  tasks: taskListInput
    .pick({ search: true, status: true, open: true, project_id: true, assigned_to_id: true, due: true })
    .extend({ ...asTable(TASK_SORTS), view: z.enum(['cards', 'board', 'list']) })
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

/** Search parameters of the list's address. */
export type ViewState = Record<string, string | boolean>

/** What this version knows of a state kept by any: unknown keys and values are left out, like what filters nothing. */
export function readViewState(list: ViewedList, kept: Record<string, unknown>): ViewState {
  const known = Object.entries<z.ZodType>(VIEW_STATES[list].shape).flatMap(([key, schema]) => {
    const { data } = schema.safeParse(kept[key])
    return data === true || (typeof data === 'string' && data !== '') ? [[key, data] as const] : []
  })
  return Object.fromEntries(known)
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
export const viewRef = z.strictObject({ id: z.uuid() })
export const viewShareInput = viewRef.extend({ shared: z.boolean() })

export interface ViewDto {
  id: string
  list: ViewedList
  name: string
  state: ViewState
  /** True for one that the whole team sees. */
  shared: boolean
  /** Whether the caller may change it. */
  can_edit: boolean
  version: number
}
