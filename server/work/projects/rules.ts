import type { AgencyId } from '#shared/base/roles.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { AppError, fieldError } from '../../base/core/calls/errors.ts'

export const projectNumber = (milliseconds: number): string => `PRJ-${milliseconds}`

/** The timestamp's number or, if that is taken, the one after the last taken from there on. */
export function freeProjectNumber(now: Date, lastTaken: string | null): string {
  if (lastTaken === null) return projectNumber(now.getTime())
  return projectNumber(Number(lastTaken.slice('PRJ-'.length)) + 1)
}

/** The fields common to all project events: name and audience. */
export const aboutProject = (project: {
  id: string
  agency_id: AgencyId
  name: string
  assigned_client_id: string
}) => ({
  id: project.id,
  name: project.name,
  agencyId: project.agency_id,
  projectId: project.id,
  clientId: project.assigned_client_id,
})

/** Throws BAD_REQUEST for an archived project, which gets no more tasks or time. */
export function refuseArchived({ archived_at }: { archived_at: string | null }): void {
  if (archived_at === null) return
  throw new AppError('BAD_REQUEST', 'This project is archived. It has to be restored first.', {
    reason: 'project_archived',
  })
}

interface ProjectDates {
  start_date: string
  delivery_date: string
}

/** A missing date is today, or the other date if the project would otherwise end before it starts. */
export const projectDates = (
  { start_date: start, delivery_date: end }: { [Name in keyof ProjectDates]: string | null },
  today: string,
): ProjectDates => ({
  start_date: start ?? (end !== null && end < today ? end : today),
  delivery_date: end ?? (start !== null && start > today ? start : today),
})

/** Throws BAD_REQUEST if the project would end before it starts. */
export function requireInOrder({ start_date, delivery_date }: ProjectDates): void {
  if (delivery_date < start_date) throw fieldError('delivery_date', 'The end can’t be before the start.')
}

interface ProjectEdit {
  name: string
  description: string | null
  category: string
  client: string
  client_id?: string | null | undefined
  total_price: number
  start_date: string
  delivery_date: string
  status: string
  requirements: readonly string[]
  deliverables: readonly string[]
  assigned_employee_ids: readonly string[]
}

/** Maps each field that differs from the edit to its current text. */
export function changedProjectFields(current: ProjectDto, edit: ProjectEdit): Record<string, string> {
  const texts: [string, string, string][] = [
    ['name', current.name, edit.name],
    ['description', current.description ?? '', edit.description ?? ''],
    ['category', current.category, edit.category],
    [
      'client',
      current.client.name,
      edit.client_id === current.assigned_client_id ? current.client.name : edit.client,
    ],
    ['total_price', String(current.total_price ?? 0), String(edit.total_price)],
    ['start_date', current.start_date, edit.start_date],
    ['delivery_date', current.delivery_date, edit.delivery_date],
    ['status', current.status, edit.status],
    ['requirements', current.requirements.join('\n'), edit.requirements.join('\n')],
    ['deliverables', current.deliverables.join('\n'), edit.deliverables.join('\n')],
  ]
  const changed: Record<string, string> = {}
  for (const [field, present, edited] of texts) if (present !== edited) changed[field] = present
  const sameTeam =
    new Set([...current.assigned_employee_ids, ...edit.assigned_employee_ids]).size ===
    current.assigned_employee_ids.length
  if (!sameTeam || current.team.length !== new Set(edit.assigned_employee_ids).size) {
    changed.assigned_employee_ids = current.team.map((member) => member.name).join(', ')
  }
  return changed
}
