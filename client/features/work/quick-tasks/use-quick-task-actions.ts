import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/queries/optimistic.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatDate, today } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { Page } from '#shared/base/paging.ts'
import { parseDateWords, type QuickTaskDto } from '#shared/work/quick-tasks.ts'

type Pages = InfiniteData<Page<QuickTaskDto>>

/** A row's actions. A completed or deleted task leaves its list immediately and can be restored. */
export function useQuickTaskActions() {
  const day = today(useZone())
  const lists = getQueryKey(trpc.quickTasks.list, undefined, 'infinite')
  const setCompleted = trpc.quickTasks.setCompleted.useMutation(
    useOptimistic<Pages, { id: string }>(lists, withoutItem, 'Failed to update the task'),
  )
  const remove = trpc.quickTasks.delete.useMutation(
    useOptimistic<Pages, { id: string }>(lists, withoutItem, 'Failed to delete the task'),
  )
  const restore = trpc.quickTasks.restore.useMutation({ onError: errorToast('Failed to restore the task') })
  const snooze = trpc.quickTasks.snooze.useMutation({ onError: errorToast('Failed to snooze the task') })

  /** Runs the action and shows a toast; the mutation reports its own errors. */
  const announced = (change: Promise<unknown>, title: string, message: string, undo?: () => void) =>
    change.then(
      () => toast({ title, message, action: undo && { label: 'Undo', onClick: undo } }),
      () => {},
    )

  return {
    toggle({ id, title, completed_at }: QuickTaskDto) {
      const completed = completed_at === null
      void announced(
        setCompleted.mutateAsync({ id, completed }),
        completed ? 'Task completed' : 'Task reopened',
        title,
        () => setCompleted.mutate({ id, completed: !completed }),
      )
    },
    remove: ({ id, title }: QuickTaskDto) =>
      void announced(remove.mutateAsync({ id }), 'Task deleted', title, () => restore.mutate({ id })),
    snoozes: [
      { label: 'Snooze until tomorrow', until: shiftDate(day, 1) },
      { label: 'Snooze until next week', until: parseDateWords('next week', day) ?? shiftDate(day, 7) },
    ],
    snooze: ({ id, title }: QuickTaskDto, until: string) =>
      void announced(snooze.mutateAsync({ id, until }), `Snoozed until ${formatDate(until)}`, title),
  }
}

export type QuickTaskActions = ReturnType<typeof useQuickTaskActions>
