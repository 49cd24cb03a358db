import { useEffect } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type TaskDto, taskSaveInput } from '#shared/tasks.ts'
import { emptyTask, type TaskFormValues, valuesOfTask } from '../task/task-form-values.ts'
import { useBlockedConfirmation } from '../task/use-blocked-confirmation.tsx'

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

/** Updates of the task flow into the form until the user edits it; after that they are a conflict. */
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
    : { title: 'Error', message }

function savedToast(wording: TaskWording, created: boolean, title: string) {
  if (wording === 'page') return { title: created ? 'Task Created' : 'Task Updated', message: title }
  return { title: `Task "${title}" has been ${created ? 'created' : 'updated'} successfully!` }
}
