import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import type { TaskDto } from '#shared/work/tasks.ts'
import { TaskFields } from './task-fields.tsx'
import { type TaskWording, useTaskForm } from './use-task-form.ts'

interface TaskFormDialogProps {
  wording: TaskWording
  /** The task to edit; omitted to create one. */
  task?: TaskDto
  /** The task always belongs to `project`. */
  project?: { id: string; name: string }
  /** The project can't be changed, as in the project panel. */
  projectFixed?: boolean
  onSaved?: (task: TaskDto) => void
  onClose: () => void
}

/** Adds or edits a task. Mounted when opened, so that it starts from the current task. */
export function TaskFormDialog(props: TaskFormDialogProps) {
  const { task, wording, onClose } = props
  const project =
    task === undefined ? (props.project ?? null) : { id: task.project_id, name: task.project.name }
  const { form, confirmation } = useTaskForm({
    wording,
    task,
    projectId: project?.id ?? null,
    onSaved: (saved) => {
      props.onSaved?.(saved)
      onClose()
    },
  })
  const labels =
    task === undefined
      ? { title: wording === 'page' ? 'Add Task' : 'New Task', submit: 'Create Task' }
      : { title: 'Edit Task', submit: 'Update task' }
  return (
    <>
      <FormDialog
        title={labels.title}
        opened
        onClose={onClose}
        form={form}
        submitLabel={labels.submit}
        size="lg"
      >
        <TaskFields
          fields={form.fields}
          project={project}
          projectFixed={props.projectFixed}
          assignee={assigneeOf(task)}
        />
      </FormDialog>
      {confirmation}
    </>
  )
}

export const assigneeOf = (task: TaskDto | undefined): { id: string; name: string } | null =>
  task?.assigned_to_id != null && task.assignee !== null
    ? { id: task.assigned_to_id, name: task.assignee.name }
    : null
