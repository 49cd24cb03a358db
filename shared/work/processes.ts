import { formatCount } from '../base/format.ts'

export const PROCESS_STATUSES = ['active', 'template', 'draft'] as const
export type ProcessStatus = (typeof PROCESS_STATUSES)[number]
export const PROCESS_STATUS_LABELS: Record<ProcessStatus, string> = {
  active: 'Active',
  template: 'Template',
  draft: 'Draft',
}

export const RUN_STATUSES = ['active', 'completed', 'failed'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const STEP_ROLES = ['agency_admin', 'employee', 'client'] as const
export type StepRole = (typeof STEP_ROLES)[number]

export interface ProcessStepDto {
  position: number
  title: string
  description: string | null
  role: StepRole
  due_offset_days: number
}

export interface ProcessDto {
  id: string
  /** Null for the samples every agency can read. */
  agency_id: string | null
  agency_name: string | null
  is_shared: boolean
  can_edit: boolean
  name: string
  description: string | null
  status: ProcessStatus
  duration_days: number
  step_count: number
  /** Completed and failed runs. */
  finished_runs: number
  /** Percent of finished runs that were completed; null if there are none. */
  success_rate: number | null
  /** Mean duration of completed runs, in days with one decimal; null if there are none. */
  average_days: number | null
  archived_at: string | null
  version: number
  created_at: string
}

export interface ProcessDetails extends ProcessDto {
  steps: ProcessStepDto[]
}

export interface RunStepDto {
  id: string
  position: number
  title: string
  description: string | null
  role: StepRole
  due_date: string
  task_id: string | null
  completed_at: string | null
  completed_by_name: string | null
  overdue: boolean
}

export interface RunDto {
  id: string
  agency_id: string
  agency_name: string
  template_id: string
  name: string
  project: { id: string; name: string } | null
  client: { id: string; name: string } | null
  status: RunStatus
  note: string | null
  started_at: string
  finished_at: string | null
  steps: RunStepDto[]
  /** Percent of completed steps. */
  progress: number
  current_step: RunStepDto | null
  overdue: boolean
  version: number
}

/** "3 days", "1 week", "2 weeks": multiples of seven are shown as weeks. */
export function formatProcessDuration(days: number): string {
  return days % 7 === 0 ? formatCount(days / 7, 'week') : formatCount(days, 'day')
}
