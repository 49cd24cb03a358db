import { useRef } from 'react'
import { useAutosave } from '#client/components/forms/autosave/use-autosave.ts'
import { sameValue } from '#client/lib/calls/rebase.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { isBlank } from '#shared/base/text/blank.ts'
import { tooLong } from '#shared/base/text/length.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import { startsInTime } from '#shared/work/task-dates.ts'
import type { TaskDetailDto } from '#shared/work/tasks.ts'
import { MAX_TASK_DESCRIPTION, MAX_TASK_TITLE } from '#shared/work/tasks.ts'
import { type TaskFormValues, valuesOfTask } from '../task/task-form-values.ts'

/** Changes that need no toast: text typed in place, and the status, which has its own. */
const QUIET = ['title', 'description', 'subtasks', 'status', 'version']

/** Autosave for a task edited in place. The status is changed separately, because it may need confirmation. */
export function useTaskDraft(task: TaskDetailDto) {
  const utils = trpc.useUtils()
  const save = trpc.tasks.save.useMutation()
  const last = useRef(valuesOfTask(task))
  return useAutosave<TaskFormValues>({
    record: `task ${task.id}`,
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
    complete: ({ title, description, subtasks, ...dates }) => ({
      title: !isBlank(title) && tooLong(title, MAX_TASK_TITLE) === null,
      description: tooLong(description, MAX_TASK_DESCRIPTION) === null,
      start_date: startsInTime(dates),
      due_date: startsInTime(dates),
      subtasks: subtasks.every((subtask) => tooLong(subtask.title, MAX_TASK_TITLE) === null),
    }),
    fallback: 'Failed to save task',
  })
}

export type TaskDraft = ReturnType<typeof useTaskDraft>
