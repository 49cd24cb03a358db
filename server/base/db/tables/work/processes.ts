import type { AgencyId } from '#shared/base/roles.ts'
import type { ProcessStatus, RunStatus, StepRole } from '#shared/work/processes.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    process_templates: ProcessTemplateTable
    process_steps: ProcessStepTable
    process_runs: ProcessRunTable
    process_run_steps: ProcessRunStepTable
  }
}

interface ProcessTemplateTable {
  id: string
  /** Null for the samples that every agency can read. */
  agency_id: AgencyId | null
  name: string
  description: string | null
  status: ProcessStatus
  duration_days: number
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}

interface ProcessStepTable {
  template_id: string
  position: number
  title: string
  description: string | null
  role: StepRole
  /** Days after a run's start. */
  due_offset_days: number
}

interface ProcessRunTable {
  agency_id: AgencyId
  id: string
  template_id: string
  /** Copied from the template, so that renaming it doesn't affect runs. */
  name: string
  project_id: string | null
  client_id: string | null
  status: RunStatus
  note: string | null
  started_by: string
  started_at: string
  finished_at: string | null
  version: number
}

interface ProcessRunStepTable {
  agency_id: AgencyId
  run_id: string
  id: string
  position: number
  title: string
  description: string | null
  role: StepRole
  /** Calendar date, YYYY-MM-DD. */
  due_date: string
  task_id: string | null
  completed_at: string | null
  completed_by: string | null
}
