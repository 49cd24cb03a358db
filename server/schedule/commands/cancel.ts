import type { z } from 'zod'
import type { eventRemoveInput } from '#shared/schedule.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { aboutEvent, exceptionsOf, requireEditable } from '../queries/events.ts'
import { isStartOf } from '../rules/recurrence.ts'
import { bumpVersion, cutSeries, writeException } from './change-series.ts'

/** Cancels one occurrence, it and those after it, or the whole event. */
export function cancelEvent(ctx: UserCtx, input: z.output<typeof eventRemoveInput>): Promise<{ id: string }> {
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
    const known = exceptions.find((exception) => exception.occurrence_start === start)
    if (known?.cancelled === 1 || !isStartOf({ ...event, rrule }, start)) throw notFound('This event')
    if (input.scope === 'following') {
      await cutSeries(tx, event, start)
    } else {
      await writeException(tx, event.id, start, null)
      await bumpVersion(tx, event)
    }
    return { id: event.id }
  })
}
