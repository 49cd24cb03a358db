import type { Grouping } from '#client/components/table/groups.ts'
import type { Column } from '#client/components/table/table-props.ts'
import { TASK_STATUS_LABELS, type TaskDto, type TaskSort } from '#shared/work/tasks.ts'
import { DueDate } from '../task/due-date.tsx'
import { ProjectName } from '../task/project-name.tsx'
import { PRIORITY_LABELS } from '../task/task-form-values.ts'
import { PriorityMark, StatusMark } from '../task/task-marks.tsx'

export const TITLE = { label: 'Title', width: 'minmax(160px, 3fr)', sort: 'title' } as const

export const TASK_COLUMNS: Column<TaskDto, TaskSort>[] = [
  { label: 'Status', width: '108px', sort: 'status', render: (task) => <StatusMark task={task} /> },
  { label: 'Priority', width: '92px', sort: 'priority', render: (task) => <PriorityMark task={task} /> },
  {
    label: 'Project',
    width: 'minmax(90px, 1.4fr)',
    sort: 'project',
    render: (task) => <ProjectName task={task} />,
  },
  {
    label: 'Assignee',
    width: 'minmax(90px, 1.2fr)',
    sort: 'assignee',
    render: (task) => task.assignee?.name ?? 'Unassigned',
  },
  {
    label: 'Due',
    width: '116px',
    sort: 'due',
    render: (task) => <DueDate date={task.due_date} done={task.status === 'done'} headed />,
  },
]

/** The columns that rows can be grouped by. */
export const TASK_GROUPS: Partial<Record<TaskSort, Grouping<TaskDto>>> = {
  status: { key: (task) => task.status, heading: (task) => TASK_STATUS_LABELS[task.status] },
  priority: { key: (task) => task.priority, heading: (task) => PRIORITY_LABELS[task.priority] },
  project: { key: (task) => task.project_id, heading: (task) => task.project.name },
  assignee: {
    key: (task) => task.assigned_to_id ?? 'nobody',
    heading: (task) => task.assignee?.name ?? 'Unassigned',
  },
}
