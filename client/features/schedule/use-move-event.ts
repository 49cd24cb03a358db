import { useZone } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { fromWall } from '#client/lib/wall-time.ts'
import type { EventDto } from '#shared/schedule.ts'

/** Moves one occurrence to where it was dropped; the toast offers to undo. */
export function useMoveEvent() {
  const zone = useZone()
  const move = trpc.schedule.move.useMutation({ onError: errorToast('Failed to move the event') })
  const instant = (wall: string) => fromWall(wall.slice(0, 10), wall.slice(11, 16), zone)
  return (event: EventDto, newStart: string, newEnd: string) => {
    const scope = event.recurrence === null ? 'all' : 'this'
    const { id, occurrence_start, version, starts_at, ends_at } = event
    move.mutate(
      { id, occurrence_start, version, scope, starts_at: instant(newStart), ends_at: instant(newEnd) },
      {
        onSuccess: (moved) =>
          toast({
            title: 'Event moved',
            message: event.recurrence === null ? undefined : "Other events in the series haven't changed.",
            action: {
              label: 'Undo',
              onClick: () => move.mutate({ ...moved, version: version + 1, scope, starts_at, ends_at }),
            },
          }),
      },
    )
  }
}
