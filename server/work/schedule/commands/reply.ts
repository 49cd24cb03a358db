import type { z } from 'zod'
import type { eventReplyInput } from '#shared/work/schemas/schedule.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { aboutEvent, attendeesOf, isMe, requireEvent } from '../queries/events.ts'
import { isOver } from '../rules/participants.ts'

/** Accepts or declines an invitation for all occurrences. A client replies for the company. */
export function replyToEvent(ctx: UserCtx, input: z.output<typeof eventReplyInput>): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const event = await requireEvent(tx, input.id)
    const attendees = (await attendeesOf(tx, [event.id])).get(event.id) ?? []
    const own = attendees.filter((attendee) => isMe(attendee, ctx))
    if (own.length === 0) throw new AppError('BAD_REQUEST', 'You are not invited to this event.')
    for (const attendee of own) {
      await updateTable(tx, 'event_attendees')
        .set({ reply: input.reply })
        .where('event_id', '=', event.id)
        .where(attendee.kind === 'user' ? 'user_id' : 'client_id', '=', attendee.id)
        .execute()
    }
    const isPast = isOver(event, event, { scope: 'all', now: toInstant(tx.now) })
    await record(tx, 'event.answered', {
      ...aboutEvent(event),
      organizerId: isPast ? null : event.organizer_id,
      declined: {
        before: own.every(({ reply }) => reply === 'declined'),
        now: input.reply === 'declined',
      },
      startsAt: event.rrule === null ? event.starts_at : null,
    })
    return { id: event.id }
  })
}
