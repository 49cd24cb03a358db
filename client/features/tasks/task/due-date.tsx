import { Text } from '@mantine/core'
import { formatCardDate, today } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import type { TaskDto } from '#shared/tasks.ts'

/** "Due Mar 5", red once it has passed and the task is still open. */
export function DueDate({ task }: { task: Pick<TaskDto, 'due_date' | 'status'> }) {
  const zone = useZone()
  if (task.due_date === null) return null
  const late = task.status !== 'done' && task.due_date < today(zone)
  return (
    <Text size="sm" c={late ? 'var(--mantine-color-error)' : 'dimmed'} span>
      {late ? 'Overdue' : 'Due'} {formatCardDate(task.due_date)}
    </Text>
  )
}
