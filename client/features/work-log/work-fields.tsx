import { Checkbox, Select, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ProjectField } from '#client/components/project-field.tsx'
import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { TimeEntryDto } from '#shared/work-log.ts'

const TASK_CHOICES = 100

export interface WorkValues extends Record<string, unknown> {
  project_id: string | null
  task_id: string | null
  note: string
  billable: boolean
}

export const workOf = (entry: TimeEntryDto | null): WorkValues => ({
  project_id: entry?.project?.id ?? null,
  task_id: entry?.task?.id ?? null,
  note: entry?.note ?? '',
  billable: entry?.billable ?? true,
})

interface WorkFieldsProps<Values extends WorkValues> {
  fields: UseFormReturnType<Values>
  entry: TimeEntryDto | null
}

/** What the time was spent on: project, task, note and billable flag; a client's is a note alone. */
export function WorkFields<Values extends WorkValues>({ fields, entry }: WorkFieldsProps<Values>) {
  const isNote = useUser().role === 'client'
  const { project_id } = fields.getValues()
  const tasks = trpc.tasks.list.useQuery(
    { project_id, limit: TASK_CHOICES },
    { enabled: project_id !== null },
  )
  const choices = project_id === null ? [] : (tasks.data?.items ?? [])
  const options = choices.map((task) => ({ value: task.id, label: task.title }))
  if (entry?.task && project_id === entry.project?.id && !choices.some(({ id }) => id === entry.task?.id)) {
    options.unshift({ value: entry.task.id, label: entry.task.title })
  }
  const project = fields.getInputProps('project_id')
  const note = <Textarea label="Note" minRows={2} maxLength={500} {...fields.getInputProps('note')} />
  if (isNote) return note
  return (
    <>
      <ProjectField
        label="Project"
        chosen={entry?.project}
        {...project}
        onChange={(id) => {
          project.onChange(id)
          fields.getInputProps('task_id').onChange(null)
        }}
      />
      <Select
        label="Task"
        placeholder={project_id === null ? 'Choose a project first' : 'No task'}
        disabled={project_id === null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear task' }}
        nothingFoundMessage="No tasks found"
        data={options}
        {...fields.getInputProps('task_id')}
      />
      {note}
      <Checkbox label="Billable" {...fields.getInputProps('billable', { type: 'checkbox' })} />
    </>
  )
}
