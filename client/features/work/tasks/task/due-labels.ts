import type { TASK_DUE_FILTERS } from '#shared/work/tasks.ts'

export const DUE_LABELS: Record<(typeof TASK_DUE_FILTERS)[number], string> = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'Due in 7 days',
  none: 'No due date',
}
