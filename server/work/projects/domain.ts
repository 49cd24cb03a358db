import { domain } from '../../base/core/domain.ts'
import { PROJECT_EFFECTS, PROJECT_PURPOSES } from './effects.ts'
import { projectsRouter } from './router.ts'
import { projectVisibility } from './visibility.ts'

/** Projects of an agency. */
export const projects = domain({
  routers: { projects: projectsRouter },
  effects: PROJECT_EFFECTS,
  purposes: PROJECT_PURPOSES,
  visibility: projectVisibility,
  tables: {
    projects: {
      of: 'agency',
      uses: { assigned_client_id: 'clients' },
      key: ['agency_id', 'id', 'assigned_client_id'],
      content: ['unique_id', 'name', 'description'],
      money: ['total_price', 'billing_rate', 'budget_amount'],
      system: [
        'category',
        'start_date',
        'delivery_date',
        'status',
        'progress_override',
        'archived_at',
        'version',
        'created_at',
        'updated_at',
        'share_hours',
        'client_since',
        'budget_kind',
        'sample',
      ],
    },
    project_assignees: {
      of: 'agency',
      key: ['agency_id', 'project_id', 'employee_id'],
    },
    project_requirements: {
      of: 'agency',
      key: ['agency_id', 'project_id'],
      content: ['text'],
      system: ['position'],
    },
    project_deliverables: {
      of: 'agency',
      key: ['agency_id', 'project_id'],
      content: ['text'],
      system: ['position'],
    },
  },
})
