import { Button, Group, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { AppForm, SubmitButton } from '#client/components/app-form.tsx'
import { ConflictNotice } from '#client/components/form-conflict.tsx'
import { useCan } from '#client/lib/session.ts'
import type { TaskDetailDto } from '#shared/tasks.ts'
import { TaskFields } from '../form/task-fields.tsx'
import { assigneeOf } from '../form/task-form-dialog.tsx'
import { useTaskForm } from '../form/use-task-form.ts'
import { useDeleteTask } from '../task/use-delete-task.tsx'
import { TaskBlockers } from './task-blockers.tsx'
import classes from './task-drawer.module.css'

interface TaskEditorProps {
  task: TaskDetailDto
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

/** The task's form in the drawer, with its blockers. */
export function TaskEditor({ task, onDirty, onClose }: TaskEditorProps) {
  const mayDelete = useCan('task.delete')
  const { form, confirmation } = useTaskForm({
    wording: 'page',
    task,
    projectId: task.project_id,
    onSaved: onClose,
  })
  const deletion = useDeleteTask(onClose)
  const dirty = form.fields.isDirty()
  useEffect(() => onDirty(dirty), [onDirty, dirty])
  return (
    <>
      <AppForm form={form} aria-label="Edit task">
        <Stack gap="sm">
          <TaskFields
            fields={form.fields}
            project={{ id: task.project_id, name: task.project.name }}
            assignee={assigneeOf(task)}
          />
          <TaskBlockers task={task} />
          <ConflictNotice conflict={form.conflict ?? null} />
          <Group justify="space-between" className={classes.footer}>
            {mayDelete ? (
              <Button variant="subtle" color="red" onClick={() => deletion.askToDelete(task)}>
                Delete task
              </Button>
            ) : (
              <span />
            )}
            <SubmitButton>Update task</SubmitButton>
          </Group>
        </Stack>
      </AppForm>
      {confirmation}
      {deletion.confirmation}
    </>
  )
}
