import type { z } from 'zod'
import type { AttendeeDto } from '#shared/work/schedule.ts'
import type { eventUndoInput } from '#shared/work/schemas/schedule.ts'
import { openUndo, sealUndo } from '../../../base/core/calls/sealed-undo.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { aboutEvent, type EventRow, requireEditable } from '../queries/events.ts'
import type { Occurrence, StoredException } from '../rules/occurrences.ts'
import { bumpVersion } from './change-series.ts'

const KIND = 'event_move'

/** What a move replaced. */
interface Moved {
  id: string
  /** After the move. */
  version: number
  /** When it then started. */
  startsAt: string
  /** Of the event or of the occurrence. */
  before: Pick<Occurrence, 'occurrence_start' | 'starts_at' | 'ends_at' | 'title' | 'location'>
  /** Null for an event that doesn't repeat. */
  series: { exception: StoredException | null } | null
  replies: Pick<AttendeeDto, 'kind' | 'id' | 'reply'>[]
  /** Who was notified. */
  people: Pick<AttendeeDto, 'kind' | 'id'>[]
}

/** The undo id of a move of one event, or of one occurrence of a series. */
export const sealMove = (ctx: UserCtx, moved: Moved): string => sealUndo(ctx, KIND, moved)

/** Restores the time and the replies before the caller's move, unless the event has been changed since. */
export function undoMove(
  ctx: UserCtx,
  input: z.output<typeof eventUndoInput>,
): Promise<{ id: string; occurrence_start: string }> {
  const { before, series, replies, people, startsAt, ...moved } = openUndo<Moved>(ctx, KIND, input.undo)
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, moved)
    const { occurrence_start, starts_at, ends_at } = before
    if (series === null) {
      await updateVersioned(tx, 'events', event, { starts_at, ends_at }, 'This event')
      await restoreReplies(tx, event, replies)
    } else {
      await restoreException(tx, event, occurrence_start, series.exception)
      await bumpVersion(tx, event)
    }
    await record(tx, 'event.move-undone', {
      ...aboutEvent({ ...event, title: before.title }),
      people,
      removed: [],
      occurrenceStart: series === null ? null : occurrence_start,
      scope: series === null ? null : 'this',
      changed: ['time'],
      previousStartsAt: startsAt,
      previousId: event.id,
      startsAt: starts_at,
      endsAt: ends_at,
      location: before.location,
    })
    return { id: event.id, occurrence_start }
  })
}

async function restoreReplies(tx: Tx<UserCtx>, { id }: EventRow, replies: Moved['replies']): Promise<void> {
  for (const { kind, id: attendeeId, reply } of replies) {
    await updateTable(tx, 'event_attendees')
      .set({ reply })
      .where('event_id', '=', id)
      .where(kind === 'user' ? 'user_id' : 'client_id', '=', attendeeId)
      .execute()
  }
}

async function restoreException(
  tx: Tx<UserCtx>,
  { id }: EventRow,
  start: string,
  exception: StoredException | null,
): Promise<void> {
  await deleteFrom(tx, 'event_exceptions')
    .where('event_id', '=', id)
    .where('occurrence_start', '=', start)
    .execute()
  if (exception === null) return
  await insertInto(tx, 'event_exceptions')
    .values({ ...exception, event_id: id })
    .execute()
}
