import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '#client/components/fields/date-field.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { shorterMonthsNote } from '#client/lib/time/shorter-months.ts'
import {
  PRIORITY_OPTIONS,
  RECURRENCE_OPTIONS,
  STATUS_OPTIONS,
  type TaskFormValues,
} from '../task/task-form-values.ts'
import { ContributorField } from './contributor-field.tsx'
import { HoursField } from './hours-field.tsx'
import { SubtasksField } from './subtasks-field.tsx'
import classes from './task-fields.module.css'

interface TaskFieldsProps {
  fields: UseFormReturnType<TaskFormValues>
  /** The project the form started with. */
  project: { id: string; name: string } | null
  /** The task always belongs to `project`. */
  projectFixed?: boolean
  assignee: { id: string; name: string } | null
}

const NARROW_THEN_TWO = { base: 1, xs: 2 }

/** The fields of a new or edited task. */
export function TaskFields({ fields, project, projectFixed = false, assignee }: TaskFieldsProps) {
  const { project_id, id, due_date, recurrence } = fields.getValues()
  // New tasks start as To Do.
  const editing = id !== undefined
  return (
    <>
      <TextInput label="Title" required data-autofocus {...fields.getInputProps('title')} />
      <Textarea label="Description" {...fields.getInputProps('description')} />
      {!projectFixed && (
        <ProjectField
          label="Project"
          required
          clearable={false}
          placeholder="Select a project"
          chosen={project}
          {...fields.getInputProps('project_id')}
        />
      )}
      <SimpleGrid cols={NARROW_THEN_TWO} spacing="sm">
        {editing && <Select label="Status" data={STATUS_OPTIONS} {...fields.getInputProps('status')} />}
        <Select label="Priority" data={PRIORITY_OPTIONS} {...fields.getInputProps('priority')} />
        <ContributorField
          label="Assignee"
          projectId={project_id}
          chosen={assignee}
          {...fields.getInputProps('assigned_to_id')}
        />
        <HoursField {...fields.getInputProps('estimated_hours')} />
        <DateField
          label="Start date"
          className={classes.firstOfRow}
          {...fields.getInputProps('start_date')}
        />
        <DateField label="Due date" {...fields.getInputProps('due_date')} />
        <Select
          label="Repeats"
          placeholder="Does not repeat"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear repeat' }}
          data={RECURRENCE_OPTIONS}
          description={shorterMonthsNote({ date: due_date, frequency: recurrence })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('recurrence')}
        />
      </SimpleGrid>
      <SubtasksField {...fields.getInputProps('subtasks')} />
    </>
  )
}
