import { getQueryKey } from '@trpc/react-query'
import { Abandoned, errorData } from '#client/lib/calls/errors.ts'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { TASK_STATUS_LABELS, type TaskDto, type TaskStatus } from '#shared/work/tasks.ts'
import { changeTask, type TaskPages } from '../task/task-pages.ts'
import { useBlockedConfirmation } from './use-blocked-confirmation.tsx'

export const announceStatus = (status: TaskStatus) =>
  toast({
    title: 'Status Updated',
    message: `Task moved to ${TASK_STATUS_LABELS[status].toLowerCase()}`,
  })

/** The confirmation dialog already explains the error. */
export const quietWhenBlocked = (error: unknown): unknown =>
  errorData(error).reason === 'blocked' ? new Abandoned() : error

/** Changes a task's status, optimistically in every list. `confirmation` must be rendered. */
export function useChangeStatus() {
  const blocked = useBlockedConfirmation()
  const optimistic = useOptimistic<TaskPages, { id: string; status: TaskStatus }>(
    getQueryKey(trpc.tasks.list, undefined, 'infinite'),
    (data, { id, status }) => changeTask(data, id, (task) => ({ ...task, status })),
    'Failed to update status',
  )
  const setStatus = trpc.tasks.setStatus.useMutation({
    ...optimistic,
    onError: (error, variables, context) => optimistic.onError(quietWhenBlocked(error), variables, context),
  })
  const changeStatus = async (task: Pick<TaskDto, 'id'>, status: TaskStatus) => {
    try {
      await blocked.attempt((confirm) => setStatus.mutateAsync({ id: task.id, status, confirm }))
      announceStatus(status)
    } catch {
      // The mutation reported the error, or the user canceled.
    }
  }
  return { changeStatus, confirmation: blocked.dialog }
}
