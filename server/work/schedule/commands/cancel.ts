import type { z } from 'zod'
import type { EditScope } from '#shared/work/schedule.ts'
import type { eventCancelInput } from '#shared/work/schemas/schedule.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { aboutEvent, attendeesOf, type EventRow, exceptionsOf, requireEditable } from '../queries/events.ts'
import { durationOf, endOf, override, type StoredException } from '../rules/occurrences.ts'
import { isOver, participantsOf } from '../rules/participants.ts'
import { isStartOf } from '../rules/recurrence.ts'
import { bumpVersion, changeOccurrence, endSeriesBefore } from './change-series.ts'

/** Cancels one occurrence, one and all following, or the whole event. */
export function cancelEvent(ctx: UserCtx, input: z.output<typeof eventCancelInput>): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, input)
    const start = new Date(input.occurrence_start).toISOString()
    const { rrule } = event
    const exceptions = (await exceptionsOf(tx, [event.id])).get(event.id) ?? []
    const exception = exceptions.find((exception) => exception.occurrence_start === start)
    const wholeEvent =
      rrule === null || input.scope === 'all' || (input.scope === 'following' && start === event.starts_at)
    const scope = rrule === null ? null : wholeEvent ? 'all' : input.scope
    await recordCancellation(tx, event, scope, rrule === null ? event : shownAt(event, start, exception))
    if (wholeEvent) {
      await deleteFrom(tx, 'events').where('id', '=', event.id).execute()
      return { id: event.id }
    }
    if (exception?.cancelled === 1 || !isStartOf({ ...event, rrule }, start)) throw notFound('This event')
    if (input.scope === 'following') {
      await endSeriesBefore(tx, event, start)
    } else {
      await changeOccurrence(tx, event.id, start, null)
      await bumpVersion(tx, event)
    }
    return { id: event.id }
  })
}

interface Shown {
  /** Missing for an occurrence without its own. */
  title?: string
  starts_at: string
  ends_at: string
  /** Missing for a single event. */
  occurrence_start?: string
}

const shownAt = (event: EventRow, start: string, exception: StoredException | undefined): Shown =>
  exception === undefined
    ? { occurrence_start: start, starts_at: start, ends_at: endOf(start, durationOf(event)) }
    : override(event, exception)

async function recordCancellation(
  tx: Tx<UserCtx>,
  event: EventRow,
  scope: EditScope | null,
  shown: Shown,
): Promise<void> {
  const attendees = (await attendeesOf(tx, [event.id])).get(event.id) ?? []
  await record(tx, 'event.cancelled', {
    ...aboutEvent({ ...event, title: (scope === 'this' ? shown.title : undefined) ?? event.title }),
    people: isOver(event, shown, { scope, now: toInstant(tx.now) })
      ? []
      : participantsOf(event.organizer_id, attendees),
    occurrenceStart: scope === 'this' ? (shown.occurrence_start ?? null) : null,
    scope,
    startsAt: shown.starts_at,
  })
}
