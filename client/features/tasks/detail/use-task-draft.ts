import { useRef } from 'react'
import { useAutosave } from '#client/components/use-autosave.ts'
import { sameValue } from '#client/lib/rebase.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type TaskDetailDto, taskSaveInput } from '#shared/tasks.ts'
import { type TaskFormValues, valuesOfTask } from '../task/task-form-values.ts'

/** Changes that need no announcement: what is typed in place, and the status, which has its own. */
const QUIET = ['title', 'description', 'subtasks', 'status', 'version']

/** A task edited in place. Its status changes by itself, because that may have to be confirmed. */
export function useTaskDraft(task: TaskDetailDto) {
  const utils = trpc.useUtils()
  const save = trpc.tasks.save.useMutation()
  const last = useRef(valuesOfTask(task))
  return useAutosave<TaskFormValues>({
    saved: valuesOfTask(task),
    save: async (values) => {
      const saved = valuesOfTask(await save.mutateAsync(taskSaveInput.parse(values)))
      const chosen = Object.keys(saved).filter((field) => !QUIET.includes(field))
      if (chosen.some((field) => !sameValue(saved[field], last.current[field]))) {
        toast({ title: 'Task Updated', message: saved.title })
      }
      last.current = saved
      return saved
    },
    latest: async () => valuesOfTask(await utils.tasks.get.fetch({ id: task.id }, { staleTime: 0 })),
    complete: ({ title }) => title.trim() !== '',
    fallback: 'Failed to save task',
  })
}

export type TaskDraft = ReturnType<typeof useTaskDraft>
