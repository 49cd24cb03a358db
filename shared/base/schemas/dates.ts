import { z } from 'zod'
import { formatterIn, isSupportedYear, isZoneName, knowsZone } from '../dates.ts'

/** A calendar date without a time or zone, YYYY-MM-DD. */
export const calendarDate = z.iso
  .date('Please enter a valid date')
  .refine(isSupportedYear, 'Please enter a valid date')

/** An instant in ISO 8601 with its offset. */
export const instantText = z.iso
  .datetime({ offset: true, message: 'Please enter a valid time' })
  .refine(isSupportedYear, 'Please enter a valid time')

/** A local time, YYYY-MM-DDTHH:mm; the zone is given separately. */
export const wallTime = z.iso
  .datetime({ local: true, offset: false, message: 'Please enter a valid time' })
  .max(40, 'Please enter a valid time')
  .refine((text) => isSupportedYear(text) && !text.endsWith('Z'), 'Please enter a valid time')
export const optionalCalendarDate = calendarDate
  .nullish()
  .or(z.literal(''))
  .transform((value) => value || null)

/** For `refine`: a period ends on or after its first day, if it has both. */
export const inOrder = ({ from, to }: { from?: string | null | undefined; to?: string | null | undefined }) =>
  !from || !to || from <= to
export const IN_ORDER = { message: 'The period must end on or after its start date.' }

/** The IANA name of a time zone. */
export const timeZone = z.string().max(60).refine(knowsZone, 'Unknown time zone.')

/** A device's time zone by the name it is stored with: `Japan` is `Asia/Tokyo`. */
export const deviceZone = timeZone
  .transform((zone) => (isZoneName(zone) ? zone : formatterIn(zone).resolvedOptions().timeZone))
  .refine(isZoneName)

/** Defaults to the caller's time zone. */
export const timezoneInput = timeZone.nullish()
