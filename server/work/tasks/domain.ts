import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { TASK_EFFECTS, TASK_PURPOSES } from './effects.ts'
import { tasksRouter } from './router.ts'
import { taskVisibility } from './visibility.ts'

/** Tasks of a project with their subtasks and comments. */
export const tasks = domain({
  routers: { tasks: tasksRouter },
  effects: TASK_EFFECTS,
  purposes: TASK_PURPOSES,
  visibility: taskVisibility,
  tables: {
    tasks: {
      of: 'agency',
      uses: { project_id: 'projects' },
      key: ['agency_id', 'id', 'project_id', 'assigned_to_id', 'next_task_id', 'requested_by_id'],
      content: ['title', 'description'],
      system: [
        'priority',
        'status',
        'start_date',
        'due_date',
        'estimated_minutes',
        'order_position',
        'completed_at',
        'version',
        'created_at',
        'updated_at',
        'recurrence',
        'recurrence_day',
      ],
      ownData: {
        as: 'task_requests',
        by: 'requested_by_id',
        columns: ['project_id', 'title', 'description', 'created_at'],
      },
      personal: {
        requested_by_name: { of: 'requested_by_id', becomes: DELETED_USER },
      },
    },
    task_tallies: {
      of: 'agency',
      derived: true,
      key: ['agency_id', 'project_id'],
      system: ['todo', 'in_progress', 'review', 'done'],
    },
    subtasks: {
      of: 'agency',
      key: ['agency_id', 'id', 'task_id'],
      content: ['title'],
      system: ['position', 'completed'],
    },
    task_dependencies: {
      of: 'agency',
      uses: { task_id: 'tasks', blocked_by_id: 'tasks' },
      key: ['agency_id', 'task_id', 'blocked_by_id'],
    },
    task_comments: {
      of: 'agency',
      uses: { task_id: 'tasks' },
      key: ['agency_id', 'id', 'task_id', 'author_id'],
      content: ['text'],
      system: ['created_at', 'edited_at', 'shared', 'by_client'],
      personal: {
        author_name: { of: 'author_id', becomes: DELETED_USER },
      },
      ownData: { as: 'task_comments', by: 'author_id', columns: ['task_id', 'text', 'created_at'] },
    },
    task_comment_mentions: {
      of: 'agency',
      key: ['agency_id', 'comment_id', 'user_id'],
    },
    task_comment_attachments: {
      of: 'agency',
      uses: { comment_id: 'task_comments' },
      key: ['agency_id', 'comment_id', 'file_id'],
      system: ['position'],
    },
  },
})
