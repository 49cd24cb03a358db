import { domain } from '../../base/core/domain.ts'
import { PROCESS_EFFECTS, PROCESS_PURPOSES } from './effects.ts'
import { processesRouter } from './router.ts'
import { processVisibility } from './visibility.ts'

/** A completed or reopened task checks or unchecks its step. */
const FOLLOWED = ['process-run.step-done', 'process-run.step-reopened'] as const

/** Process templates and their runs. */
export const processes = domain({
  routers: { processes: processesRouter },
  effects: PROCESS_EFFECTS,
  purposes: PROCESS_PURPOSES,
  causedHere: {
    'tasks.save': FOLLOWED,
    'tasks.setStatus': FOLLOWED,
    'tasks.move': FOLLOWED,
    'tasks.bulk': FOLLOWED,
    'tasks.undoBulk': FOLLOWED,
  },
  visibility: processVisibility,
  tables: {
    process_templates: {
      of: 'agency',
      key: ['id', 'agency_id'],
      content: ['name', 'description'],
      system: ['status', 'duration_days', 'archived_at', 'version', 'created_at', 'updated_at'],
    },
    process_steps: {
      of: { row: 'template_id', of: 'process_templates' },
      key: ['template_id'],
      content: ['title', 'description'],
      system: ['position', 'role', 'due_offset_days'],
    },
    process_runs: {
      of: 'agency',
      uses: { client_id: 'clients', project_id: 'projects' },
      key: ['agency_id', 'id', 'template_id', 'project_id', 'client_id', 'started_by'],
      content: ['name', 'note'],
      system: ['status', 'started_at', 'finished_at', 'version'],
    },
    process_run_steps: {
      of: 'agency',
      uses: { task_id: 'tasks' },
      key: ['agency_id', 'run_id', 'id', 'task_id', 'completed_by'],
      content: ['title', 'description'],
      system: ['position', 'role', 'due_date', 'completed_at'],
    },
  },
})
