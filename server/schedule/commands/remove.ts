import type { z } from 'zod'
import type { eventRemoveInput } from '#shared/schedule.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { exceptionsOf } from '../queries/events.ts'
import { isStartOf } from '../rules/recurrence.ts'
import { cutSeries, writeException } from './series.ts'
import { bumpVersion, recordEvent, requireEditable } from './shared.ts'

/** Cancels one occurrence, it and those after it, or the whole event. */
export function removeEvent(
  db: Db,
  scope: Scope,
  input: z.output<typeof eventRemoveInput>,
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const event = await requireEditable(trx, scope, input)
    const start = new Date(input.occurrence_start).toISOString()
    const { rrule } = event
    await recordEvent(trx, scope, event, 'cancelled')
    const wholeEvent =
      rrule === null || input.scope === 'all' || (input.scope === 'following' && start === event.starts_at)
    if (wholeEvent) {
      await trx.deleteFrom('events').where('id', '=', event.id).execute()
      return { id: event.id }
    }
    const exceptions = (await exceptionsOf(trx, [event.id])).get(event.id) ?? []
    const known = exceptions.find((exception) => exception.occurrence_start === start)
    if (known?.cancelled === 1 || !isStartOf({ ...event, rrule }, start)) throw notFound('This event')
    if (input.scope === 'following') {
      await cutSeries(trx, scope, event, start)
    } else {
      await writeException(trx, event.id, start, null)
      await bumpVersion(trx, scope, event)
    }
    return { id: event.id }
  })
}
