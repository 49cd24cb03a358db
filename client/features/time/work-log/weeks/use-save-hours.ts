import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, showError, toast } from '#client/lib/toasts/toast.ts'
import { formatDuration, formatHours } from '#shared/base/format.ts'
import type { TimeEntryDto, WeekCell, WeekGrid } from '#shared/time/work-log.ts'
import { type RowProject, withHours } from './week-rows.ts'

interface Hours {
  project: RowProject
  day: string
  cell: WeekCell
  /** Null clears the day. */
  seconds: number | null
}

/**
 * Saves one cell of the week, shown immediately; clearing can be undone. Only the rejected cell is rolled back, because
 * others may be saving at the same time.
 */
export function useSaveHours(grid: WeekGrid, query: { date: string | null; timezone: string }) {
  const utils = trpc.useUtils()
  const save = trpc.workLog.saveHours.useMutation()
  const restore = trpc.workLog.restore.useMutation({ onError: errorToast('Failed to restore the entry') })

  return async ({ project, day, cell, seconds }: Hours): Promise<void> => {
    const show = (shown: number, entry: WeekCell['entry']) =>
      utils.workLog.week.setData(query, (data) => data && withHours(data, { project, day }, shown, entry))
    const before = grid.rows.find((row) => (row.project?.id ?? null) === project.id)
    const earlier = before?.seconds[grid.days.indexOf(day)] ?? 0
    await utils.workLog.week.cancel(query)
    show(seconds ?? 0, cell.entry)
    try {
      const { entry, deleted, undo } = await save.mutateAsync({
        project_id: project.id,
        date: day,
        timezone: query.timezone,
        duration: seconds === null ? null : formatDuration(seconds),
        entry: cell.entry,
      })
      show(seconds ?? 0, entry)
      if (deleted !== null && undo !== null) sayDeleted(deleted, undo)
    } catch (error) {
      show(earlier, cell.entry)
      void utils.workLog.week.invalidate(query)
      showError(error, 'Failed to save the hours')
      throw error
    }
  }

  function sayDeleted(deleted: TimeEntryDto, undo: string) {
    toast({
      title: 'Entry deleted',
      message: [deleted.project?.name ?? 'No project', formatHours(deleted.duration_seconds)].join(' · '),
      action: { label: 'Undo', onClick: () => restore.mutate({ undo }) },
    })
  }
}
