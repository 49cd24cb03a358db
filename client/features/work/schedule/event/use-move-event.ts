import { trpc } from '#client/lib/calls/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import { fromWall } from '#client/lib/time/wall-time.ts'
import { showError, toast } from '#client/lib/toasts/toast.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

/** Moves an occurrence to where it was dropped; the toast names the event and offers to undo. */
export function useMoveEvent() {
  const zone = useZone()
  const move = trpc.schedule.move.useMutation()
  const instant = (wall: string, recorded: string) =>
    fromWall(wall.slice(0, 10), wall.slice(11, 16), zone, recorded)

  async function undo(target: Parameters<typeof move.mutateAsync>[0], title: string) {
    try {
      await move.mutateAsync(target)
      toast({
        title: 'Move undone',
        message: `“${title}” is back on ${formatInstant(target.starts_at, zone)}.`,
      })
    } catch (error) {
      showError(error, 'Failed to move the event')
    }
  }

  // Awaited, so that the toast also appears if the grid was re-rendered in the meantime.
  return async (event: EventDto, newStart: string, newEnd: string) => {
    const isSeries = event.recurrence !== null
    const scope = isSeries ? 'this' : 'all'
    const { id, occurrence_start, version, title, starts_at, ends_at } = event
    const times = { starts_at: instant(newStart, starts_at), ends_at: instant(newEnd, ends_at) }
    try {
      const moved = await move.mutateAsync({ id, occurrence_start, version, scope, ...times })
      const target = { ...moved, version: version + 1, scope, starts_at, ends_at } as const
      toast({
        title: isSeries ? 'One event of the series moved' : 'Event moved',
        message: `“${title}” is now on ${formatInstant(times.starts_at, zone)}.${isSeries ? ' The rest of the series stays.' : ''}`,
        action: { label: 'Undo', onClick: () => void undo(target, title) },
      })
    } catch (error) {
      showError(error, 'Failed to move the event')
    }
  }
}
