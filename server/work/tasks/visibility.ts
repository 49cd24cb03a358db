import { ofProject, own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** The team sees the agency's tasks, clients those of their projects; of comments, only those shared with them. */
export const taskVisibility = {
  tasks: { ...team(own), client: ofProject },
  task_tallies: { ...team(own), client: ofProject },
  subtasks: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.partOf('task_id', 'tasks')),
  },
  task_dependencies: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.partOf('task_id', 'tasks')),
  },
  task_comments: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.is('shared', 1), row.partOf('task_id', 'tasks')),
  },
  task_comment_mentions: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.partOf('comment_id', 'task_comments')),
  },
  task_comment_attachments: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.partOf('comment_id', 'task_comments')),
  },
} satisfies Pick<
  Visibility,
  | 'tasks'
  | 'task_tallies'
  | 'subtasks'
  | 'task_dependencies'
  | 'task_comments'
  | 'task_comment_mentions'
  | 'task_comment_attachments'
>
