import { Checkbox, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useUser } from '#client/lib/session/session.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import type { WorkValues } from '../../../../lib/timer/work-of.ts'
import { TaskField } from './task-field.tsx'

interface WorkFieldsProps<Values extends WorkValues> {
  fields: UseFormReturnType<Values>
  entry: TimeEntryDto | null
}

/** What the time was spent on: project, task, note and billable flag; clients only have a note. */
export function WorkFields<Values extends WorkValues>({ fields, entry }: WorkFieldsProps<Values>) {
  const isNote = useUser().role === 'client'
  const { project_id } = fields.getValues()
  const project = fields.getInputProps('project_id')
  const note = <Textarea label="Note" minRows={2} {...fields.getInputProps('note')} />
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
      <TaskField projectId={project_id} entry={entry} {...fields.getInputProps('task_id')} />
      {note}
      <Checkbox label="Billable" {...fields.getInputProps('billable', { type: 'checkbox' })} />
    </>
  )
}
