import { call, list, screen, type Viewer } from '../../base/screens.ts'
import type { TASK_DUE_FILTERS, TaskStatus } from '../tasks.ts'
import { projectChoices } from './projects.ts'

export interface TaskFilters {
  search: string
  status: TaskStatus | null
  /** Only open tasks. */
  open: boolean
  /** Only requests of clients that no one has taken up. */
  requested: boolean
  project_id: string | null
  assigned_to_id: string | null
  due: (typeof TASK_DUE_FILTERS)[number] | null
}

export const NO_TASK_FILTERS: TaskFilters = {
  search: '',
  status: null,
  open: false,
  requested: false,
  project_id: null,
  assigned_to_id: null,
  due: null,
}

/** Tasks are counted by status, after all other filters. */
export const taskCountersInput = ({ search, project_id, assigned_to_id, due }: TaskFilters) => ({
  search,
  project_id,
  assigned_to_id,
  due,
})

const callsFor = (filters: typeof NO_TASK_FILTERS, role: string) => [
  call('tasks.counters', taskCountersInput(filters)),
  call('views.list', { list: 'tasks' }),
  list('tasks.list', filters),
  call('projects.list', projectChoices()),
  ...(role === 'client' ? [] : [call('people.contributors', { assigned: true })]),
]

export const tasks = screen({
  label: 'Tasks',
  address: '/tasks',
  can: 'task.read',
  icon: 'list-check',
  key: 'T',
  palette: 'task.read',
  firstCalls: ({ role }: Viewer) => callsFor(NO_TASK_FILTERS, role),
})

export const myTasks = screen({
  label: 'My Tasks',
  address: '/my-tasks',
  can: 'task.read',
  icon: 'list-check',
  palette: 'task.write',
  firstCalls: ({ role, employee_id }: Viewer) =>
    callsFor({ ...NO_TASK_FILTERS, assigned_to_id: employee_id }, role),
})
