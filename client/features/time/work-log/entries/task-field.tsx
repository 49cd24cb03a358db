import { Select, type SelectProps } from '@mantine/core'
import { trpc } from '#client/lib/calls/trpc.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

const TASK_CHOICES = 100

interface TaskFieldProps extends Omit<SelectProps, 'data'> {
  projectId: string | null
  /** The entry's task is shown by name even if it isn't one of the options. */
  entry: TimeEntryDto | null
}

/** The tasks of the selected project. */
export function TaskField({ projectId, entry, ...props }: TaskFieldProps) {
  const tasks = trpc.tasks.list.useQuery(
    { project_id: projectId, limit: TASK_CHOICES },
    { enabled: projectId !== null },
  )
  const choices = projectId === null ? [] : (tasks.data?.items ?? [])
  const options = choices.map((task) => ({ value: task.id, label: task.title }))
  if (entry?.task && projectId === entry.project?.id && !choices.some(({ id }) => id === entry.task?.id)) {
    options.unshift({ value: entry.task.id, label: entry.task.title })
  }
  return (
    <Select
      label="Task"
      placeholder={projectId === null ? 'Choose a project first' : 'No task'}
      disabled={projectId === null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear task' }}
      nothingFoundMessage="No tasks found"
      {...props}
      data={options}
    />
  )
}
