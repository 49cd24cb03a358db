import { getQueryKey } from '@trpc/react-query'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { changeTask, type TaskPages } from '../task/task-pages.ts'

/** Toggles a subtask, optimistically in every list. */
export function useToggleSubtask() {
  const { mutate } = trpc.tasks.toggleSubtask.useMutation(
    useOptimistic<TaskPages, { id: string; subtask_id: string; completed: boolean }>(
      getQueryKey(trpc.tasks.list, undefined, 'infinite'),
      (data, { id, subtask_id, completed }) =>
        changeTask(data, id, (task) => ({
          ...task,
          subtasks: task.subtasks.map((subtask) =>
            subtask.id === subtask_id ? { ...subtask, completed } : subtask,
          ),
        })),
      'Failed to save task',
    ),
  )
  return mutate
}
