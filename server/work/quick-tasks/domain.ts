import { domain } from '../../base/core/domain.ts'
import { QUICK_TASK_EFFECTS, QUICK_TASK_PURPOSES } from './effects.ts'
import { quickTasksRouter } from './router.ts'
import { quickTaskVisibility } from './visibility.ts'

/** Personal tasks. */
export const quickTasks = domain({
  routers: { quickTasks: quickTasksRouter },
  effects: QUICK_TASK_EFFECTS,
  purposes: QUICK_TASK_PURPOSES,
  visibility: quickTaskVisibility,
  tables: {
    quick_tasks: {
      of: { agencyOrPerson: 'created_by' },
      own: { person: ['created_by', 'assigned_to'] },
      key: ['id', 'agency_id', 'created_by', 'assigned_to'],
      content: ['title', 'description'],
      system: ['priority', 'due_date', 'completed_at', 'deleted_at', 'version', 'created_at', 'updated_at'],
      ownData: {
        as: 'quick_tasks',
        by: 'created_by',
        columns: [
          'id',
          'title',
          'description',
          'priority',
          'due_date',
          'completed_at',
          'deleted_at',
          'created_at',
          'updated_at',
        ],
      },
    },
  },
})
