import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { EventStatus, EventType, eventCreateInput } from '#shared/schedule.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { toSpan } from '../rules/times.ts'
import { recordEvent, replaceAttendees, requireInvitable, type SeriesTimes, toSeriesTimes } from './shared.ts'

/** Schedules an event of the caller's agency, or of the platform, with everybody who is invited. */
export function createEvent(
  db: Db,
  scope: Scope,
  input: z.output<typeof eventCreateInput>,
): Promise<{ id: string; occurrence_start: string }> {
  return transact(db, async (trx) => {
    if (scope.agencyId === null && !isPlatformAdmin(scope)) {
      throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
    }
    await requireInvitable(trx, scope, input.attendees)
    const timezone = input.timezone ?? scope.zone
    const times = toSeriesTimes(toSpan(input), input.recurrence ?? null, timezone)
    const event = {
      agency_id: scope.agencyId,
      organizer_id: scope.userId,
      title: input.title,
      description: input.description,
      type: input.type,
      location: input.location,
      status: input.status,
      timezone,
      reminder_minutes: input.reminder_minutes ?? null,
    }
    const id = await insertEvent(trx, scope, event, times)
    await replaceAttendees(trx, scope, { ...event, id }, input.attendees, [])
    await recordEvent(trx, scope, { ...event, id }, 'created')
    return { id, occurrence_start: times.starts_at }
  })
}

export interface NewEvent {
  agency_id: AgencyId | null
  organizer_id: string
  title: string
  description: string | null
  type: EventType
  location: string | null
  status: EventStatus
  timezone: string
  reminder_minutes: number | null
}

export async function insertEvent(
  trx: Trx,
  scope: Scope,
  event: NewEvent,
  times: SeriesTimes,
): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('events')
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
