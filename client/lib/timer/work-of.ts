import type { TimeEntryDto } from '#shared/time/work-log.ts'

export interface WorkValues extends Record<string, unknown> {
  project_id: string | null
  task_id: string | null
  note: string
  billable: boolean
}

/** The project, task and note of an entry, as form values. */
export const workOf = (entry: TimeEntryDto | null): WorkValues => ({
  project_id: entry?.project?.id ?? null,
  task_id: entry?.task?.id ?? null,
  note: entry?.note ?? '',
  billable: entry?.billable ?? true,
})

/** The same for a new entry; a task is continued in its current project, even if the entry has another. */
export function continuedWork(entry: TimeEntryDto): WorkValues {
  const work = workOf(entry)
  return work.task_id === null ? work : { ...work, project_id: null }
}
