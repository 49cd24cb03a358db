import type { z } from 'zod'
import type { eventCancelInput } from '#shared/work/schemas/schedule.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { aboutEvent, exceptionsOf, requireEditable } from '../queries/events.ts'
import { isStartOf } from '../rules/recurrence.ts'
import { bumpVersion, changeOccurrence, cutSeries } from './change-series.ts'

/** Cancels one occurrence, one and all following, or the whole event. */
export function cancelEvent(ctx: UserCtx, input: z.output<typeof eventCancelInput>): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const event = await requireEditable(tx, input)
    const start = new Date(input.occurrence_start).toISOString()
    const { rrule } = event
    await record(tx, 'event.cancelled', aboutEvent(event))
    const wholeEvent =
      rrule === null || input.scope === 'all' || (input.scope === 'following' && start === event.starts_at)
    if (wholeEvent) {
      await deleteFrom(tx, 'events').where('id', '=', event.id).execute()
      return { id: event.id }
    }
    const exceptions = (await exceptionsOf(tx, [event.id])).get(event.id) ?? []
    const exception = exceptions.find((exception) => exception.occurrence_start === start)
    if (exception?.cancelled === 1 || !isStartOf({ ...event, rrule }, start)) throw notFound('This event')
    if (input.scope === 'following') {
      await cutSeries(tx, event, start)
    } else {
      await changeOccurrence(tx, event.id, start, null)
      await bumpVersion(tx, event)
    }
    return { id: event.id }
  })
}
