import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import { fromWall } from '#client/lib/time/from-wall.ts'
import { showError, toast } from '#client/lib/toasts/toast.ts'
import type { EventDto, ScheduleRange } from '#shared/work/schemas/schedule.ts'

/** Moves an occurrence to where it was dropped; the toast names the event and offers to undo. */
export function useMoveEvent() {
  const zone = useZone()
  const client = useQueryClient()
  const move = trpc.schedule.move.useMutation()
  const undoMove = trpc.schedule.undoMove.useMutation()
  const instant = (wall: string, recorded: string) =>
    fromWall(wall.slice(0, 10), wall.slice(11, 16), zone, recorded)

  async function moveBack(undo: string, { title, starts_at }: EventDto) {
    try {
      await undoMove.mutateAsync({ undo })
      toast({
        title: 'Move undone',
        message: `“${title}” is back on ${formatInstant(starts_at, zone)}.`,
      })
    } catch (error) {
      showError(error, 'Failed to move the event')
    }
  }

  /** Until the ranges are refetched, another move of the event needs its new version. */
  function show(event: EventDto, moved: Partial<EventDto>) {
    const version = event.version + 1
    const isMoved = ({ id, occurrence_start }: EventDto) =>
      id === event.id && occurrence_start === event.occurrence_start
    client.setQueriesData<ScheduleRange>(
      { queryKey: getQueryKey(trpc.schedule.range) },
      (range) =>
        range && {
          ...range,
          events: range.events.map((other) =>
            other.id === event.id ? { ...other, ...(isMoved(other) && moved), version } : other,
          ),
        },
    )
  }

  // Awaited, so that the toast also appears if the grid was re-rendered in the meantime.
  return async (event: EventDto, newStart: string, newEnd: string) => {
    const isSeries = event.recurrence !== null
    const scope = isSeries ? 'this' : 'all'
    const { id, occurrence_start, version, title, starts_at, ends_at } = event
    const times = { starts_at: instant(newStart, starts_at), ends_at: instant(newEnd, ends_at) }
    try {
      const { undo, ...moved } = await move.mutateAsync({ id, occurrence_start, version, scope, ...times })
      show(event, { ...moved, ...times })
      toast({
        title: isSeries ? 'One event of the series moved' : 'Event moved',
        message: `“${title}” is now on ${formatInstant(times.starts_at, zone)}.${isSeries ? ' The rest of the series is unchanged.' : ''}`,
        ...(undo !== null && { action: { label: 'Undo', onClick: () => void moveBack(undo, event) } }),
      })
    } catch (error) {
      showError(error, 'Failed to move the event')
    }
  }
}
