import { useEffect } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { useBlockedConfirmation } from '../actions/use-blocked-confirmation.tsx'
import { emptyTask, type TaskFormValues, valuesOfTask } from '../task/task-form-values.ts'

/** The project panel and the tasks screen have different messages. */
export type TaskWording = 'panel' | 'page'

interface TaskFormOptions {
  wording: TaskWording
  /** The task to edit; omitted to create one. */
  task?: TaskDto
  /** The initially selected project. */
  projectId: string | null
  onSaved: (task: TaskDto) => void
}

/** The task form with its messages. `confirmation` must be rendered with it. */
export function useTaskForm({ wording, task, projectId, onSaved }: TaskFormOptions) {
  const utils = trpc.useUtils()
  const save = trpc.tasks.save.useMutation()
  const blocked = useBlockedConfirmation()
  const form = useAppForm<typeof taskSaveInput, TaskFormValues>({
    schema: taskSaveInput,
    initialValues: task === undefined ? emptyTask(projectId) : valuesOfTask(task),
    onSubmit: async (values) => {
      const saved = await blocked.attempt((confirm) => save.mutateAsync({ ...values, confirm }))
      toast(savedToast(wording, task === undefined, saved.title))
      onSaved(saved)
    },
    invalidToast: wording === 'page' ? pageToast : undefined,
    fallback: 'Failed to save task',
    latest:
      task === undefined
        ? undefined
        : async () => valuesOfTask(await utils.tasks.get.fetch({ id: task.id }, { staleTime: 0 })),
  })
  useFollowing(form.fields, task)
  return { form, confirmation: blocked.dialog }
}

/** Updates of the task are merged into the form until the user edits it; after that they are conflicts. */
function useFollowing(
  fields: ReturnType<typeof useAppForm<typeof taskSaveInput, TaskFormValues>>['fields'],
  task: TaskDto | undefined,
) {
  useEffect(() => {
    if (task === undefined || task.version === fields.getInitialValues().version || fields.isDirty()) return
    const values = valuesOfTask(task)
    fields.setInitialValues(values)
    fields.setValues(values)
  }, [task, fields])
}

const REQUIRED = ['title', 'project_id']

const pageToast = (message: string, path: string) =>
  REQUIRED.includes(path)
    ? { title: 'Missing Information', message: 'Please fill in title and select a project.' }
    : { title: 'Check your input', message }

function savedToast(wording: TaskWording, created: boolean, title: string) {
  if (wording === 'page') return { title: created ? 'Task Created' : 'Task Updated', message: title }
  return { title: `Task "${title}" has been ${created ? 'created' : 'updated'} successfully!` }
}
