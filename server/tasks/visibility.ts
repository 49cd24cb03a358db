import { ofProject, own, team, type Visibility } from '../core/visibility.ts'

/** The team sees the agency's tasks, a client those of its projects; comments are the team's own. */
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
  task_comments: team(own),
  task_comment_mentions: team(own),
} satisfies Pick<
  Visibility,
  'tasks' | 'task_tallies' | 'subtasks' | 'task_dependencies' | 'task_comments' | 'task_comment_mentions'
>
