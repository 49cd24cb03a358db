import type { z } from 'zod'
import type { eventCreateInput } from '#shared/work/schemas/schedule.ts'
import { agencyMissing } from '../../../base/core/calls/restrictions.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { aboutEvent } from '../queries/events.ts'
import { requireInvitable } from '../queries/invitable.ts'
import { requireSeriesRoom } from '../queries/series-count.ts'
import { type SeriesTimes, toSeriesTimes } from '../rules/series.ts'
import { toSpan } from '../rules/times.ts'
import { replaceAttendees } from './replace-attendees.ts'

/** Creates an event of the caller's agency, or of the platform, and invites its attendees. */
export function createEvent(
  ctx: UserCtx,
  input: z.output<typeof eventCreateInput>,
): Promise<{ id: string; occurrence_start: string }> {
  return transact(ctx, async (tx) => {
    if (ctx.reach.agencyId === null && !isPlatformAdmin(ctx)) throw agencyMissing()
    await requireInvitable(tx, input.attendees)
    if (input.recurrence) await requireSeriesRoom(tx, ctx.actor.userId)
    const timezone = input.timezone ?? ctx.actor.zone
    const times = toSeriesTimes(
      toSpan(input),
      input.recurrence ?? null,
      timezone,
      input.written_start ?? undefined,
    )
    const event = {
      agency_id: ctx.reach.agencyId,
      organizer_id: ctx.actor.userId,
      title: input.title,
      description: input.description,
      type: input.type,
      location: input.location,
      status: input.status,
      timezone,
      reminder_minutes: input.reminder_minutes ?? null,
    }
    const id = await insertEvent(tx, event, times)
    await replaceAttendees(tx, { ...event, ...times, id }, input.attendees, [])
    await record(tx, 'event.created', aboutEvent({ ...event, id }))
    return { id, occurrence_start: times.starts_at }
  })
}

export type NewEvent = Pick<
  Schema['events'],
  | 'agency_id'
  | 'organizer_id'
  | 'title'
  | 'description'
  | 'type'
  | 'location'
  | 'status'
  | 'timezone'
  | 'reminder_minutes'
>

export async function insertEvent(tx: Tx<UserCtx>, event: NewEvent, times: SeriesTimes): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'events')
    .values({
      id,
      agency_id: event.agency_id,
      organizer_id: event.organizer_id,
      title: event.title,
      description: event.description,
      type: event.type,
      location: event.location,
      status: event.status,
      timezone: event.timezone,
      starts_at: times.starts_at,
      ends_at: times.ends_at,
      rrule: times.rrule,
      last_ends_at: times.last_ends_at,
      reminder_minutes: event.reminder_minutes,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
