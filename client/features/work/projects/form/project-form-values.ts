import {
  PROJECT_STATUS_LABELS,
  PROJECT_STATUSES,
  type ProjectCategory,
  type ProjectDto,
  type ProjectStatus,
} from '#shared/work/projects.ts'

export const PROJECT_STATUS_OPTIONS = PROJECT_STATUSES.map((value) => ({
  value,
  label: PROJECT_STATUS_LABELS[value],
}))

export interface ProjectValues extends Record<string, unknown> {
  name: string
  description: string
  category: ProjectCategory | null
  /** As typed, or a suggestion, whose client is `client_id`. */
  client: string
  client_id: string | null
  /** Minor units; null while the text isn't a valid amount. */
  total_price: number | null
  start_date: string | null
  delivery_date: string | null
  requirements: string[]
  deliverables: string[]
  assigned_employee_ids: string[]
}

export interface ProjectEditValues extends ProjectValues {
  id: string
  version: number
  status: ProjectStatus
  /** Manual percentage; null computes progress from the tasks. */
  progress: number | null
}

export const newProjectValues = (): ProjectValues => ({
  name: '',
  description: '',
  category: null,
  client: '',
  client_id: null,
  total_price: 0,
  start_date: null,
  delivery_date: null,
  requirements: [],
  deliverables: [],
  assigned_employee_ids: [],
})

export const valuesOfProject = (project: ProjectDto): ProjectEditValues => ({
  id: project.id,
  version: project.version,
  name: project.name,
  description: project.description ?? '',
  category: project.category,
  client: project.client.name,
  client_id: project.assigned_client_id,
  total_price: project.total_price ?? 0,
  start_date: project.start_date,
  delivery_date: project.delivery_date,
  requirements: project.requirements,
  deliverables: project.deliverables,
  assigned_employee_ids: project.assigned_employee_ids,
  status: project.status,
  progress: project.progress_is_manual ? project.progress : null,
})

interface Suggested {
  id: string
  name: string
  email: string
}

/** The ids of clients by the text that suggests them: their name, with the email address if others share it. */
export function suggestClients(clients: readonly Suggested[]): Map<string, string> {
  const isShared = ({ id, name }: Suggested) =>
    clients.some((other) => other.id !== id && other.name === name)
  return new Map(
    clients.map((client) => [isShared(client) ? `${client.name} (${client.email})` : client.name, client.id]),
  )
}
