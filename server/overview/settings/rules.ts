import { isZoneName } from '#shared/base/dates.ts'
import { fieldError } from '../../base/core/calls/errors.ts'

/** The last word is the last name; a single word is a first name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/)
  if (words.length < 2) return { first_name: name.trim(), last_name: '' }
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

/** Abbreviations and offsets aren't known to all browsers; one that was stored before stays. */
export function requireZoneName(timezone: string | null | undefined, current: string | null): void {
  if (timezone == null || timezone === current || isZoneName(timezone)) return
  const message = 'Choose a time zone by its city, such as Europe/Berlin, or UTC.'
  throw fieldError('timezone', message)
}
