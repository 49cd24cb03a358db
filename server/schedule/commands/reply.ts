import type { z } from 'zod'
import type { eventReplyInput } from '#shared/schedule.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { attendeesOf, findEvent, isMe } from '../queries/events.ts'

/** Accepts or declines an invitation, for all occurrences. A client answers for the company. */
export function replyToEvent(
  db: Db,
  scope: Scope,
  input: z.output<typeof eventReplyInput>,
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const event = await findEvent(trx, scope, input.id)
    const attendees = (await attendeesOf(trx, [event.id])).get(event.id) ?? []
    const mine = attendees.filter((attendee) => isMe(attendee, scope))
    if (mine.length === 0) throw new AppError('BAD_REQUEST', 'You are not invited to this event.')
    for (const attendee of mine) {
      await trx
        .updateTable('event_attendees')
        .set({ reply: input.reply })
        .where('event_id', '=', event.id)
        .where(attendee.kind === 'user' ? 'user_id' : 'client_id', '=', attendee.id)
        .execute()
    }
    await publishChange(trx, scope, { domains: ['schedule'], agencyId: event.agency_id })
    return { id: event.id }
  })
}
