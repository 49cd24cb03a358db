import { z } from 'zod'
import { pageInput } from './paging.ts'
import { optionalText, requiredText } from './text.ts'

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

const stepInput = z.strictObject({
  title: requiredText('Please enter a name for every step', 200),
  description: optionalText(2000),
  role: z.enum(STEP_ROLES).default('employee'),
  /** Days after the start of a run. */
  due_offset_days: z.int().min(0, 'A step must be due on or after the start').max(3650).default(0),
})

/** Inserts without `id`, updates with it. */
export const processSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  name: requiredText('Please enter a process name'),
  description: optionalText(2000),
  status: z.enum(PROCESS_STATUSES).default('draft'),
  duration_days: z
    .int('Please enter the duration in days')
    .min(1, 'Please enter the duration in days')
    .max(3650),
  steps: z.array(stepInput).min(1, 'Add at least one step').max(100),
})

export const processListInput = z.strictObject({ archived: z.boolean().default(false) })

/** A run is for a project, a client, or both; tasks need a project. */
export const runStartInput = z
  .strictObject({
    template_id: z.uuid(),
    project_id: z.uuid().nullish(),
    client_id: z.uuid().nullish(),
    create_tasks: z.boolean().default(false),
  })
  .refine((value) => value.project_id || value.client_id, {
    message: 'Please choose a project or a client',
    path: ['project_id'],
  })
  .refine((value) => !value.create_tasks || value.project_id, {
    message: 'Tasks need a project',
    path: ['project_id'],
  })

export const runTickInput = z.strictObject({ run_id: z.uuid(), step_id: z.uuid(), completed: z.boolean() })
export const runFinishInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  outcome: z.enum(['completed', 'failed']),
  note: optionalText(1000),
})
export const runListInput = z.strictObject({
  ...pageInput,
  status: z.enum(['active', 'finished']).default('active'),
})

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
  const [count, unit] = days % 7 === 0 ? [days / 7, 'week'] : [days, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
