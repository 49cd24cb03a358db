import { Text } from '@mantine/core'
import { useZone } from '#client/lib/session/session.ts'
import { formatCardDate, today } from '#client/lib/time/dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

interface DueDateProps {
  task: Pick<TaskDto, 'due_date' | 'status'>
  /** Omits "Due", because a heading already says so. */
  headed?: boolean
}

/** "Due Mar 5", red once it has passed and the task is still open. */
export function DueDate({ task, headed = false }: DueDateProps) {
  const zone = useZone()
  if (task.due_date === null) return null
  const late = task.status !== 'done' && task.due_date < today(zone)
  return (
    <Text size="sm" c={late ? 'var(--mantine-color-error)' : 'dimmed'} span>
      {late ? 'Overdue ' : headed ? '' : 'Due '}
      {formatCardDate(task.due_date)}
    </Text>
  )
}
