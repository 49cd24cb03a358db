import {
  RecordPicker,
  type RecordPickerProps,
  useTypedSearch,
} from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

interface TaskFieldProps extends RecordPickerProps {
  projectId: string | null
  /** The entry's task is shown by name even if it isn't one of the options. */
  entry: TimeEntryDto | null
}

/** The tasks of the selected project. */
export function TaskField({ projectId, entry, ...props }: TaskFieldProps) {
  const { search, onTyped } = useTypedSearch()
  const { data } = trpc.tasks.list.useQuery(
    { search, project_id: projectId, limit: CHOICES },
    { enabled: projectId !== null, placeholderData: (old) => old },
  )
  // Until the first response for another project, the previous project's tasks are still held.
  const ofProject = (data?.items ?? []).filter((task) => task.project_id === projectId)
  return (
    <RecordPicker
      label="Task"
      placeholder={projectId === null ? 'Choose a project first' : 'No task'}
      disabled={projectId === null}
      clearable
      {...props}
      kind="task"
      chosen={entry?.task && { id: entry.task.id, name: entry.task.title }}
      found={ofProject.map(({ id, title }) => ({ id, name: title }))}
      onTyped={onTyped}
    />
  )
}
