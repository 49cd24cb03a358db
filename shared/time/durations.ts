import { readNumber } from '../base/amounts/typed-number.ts'

/** The longest days, when clocks go back by two hours; most are shorter, which the server checks. */
const MAX_ENTRY_SECONDS = 26 * 3600
export const DURATION_MESSAGE = 'Please enter a duration such as "1h 30m", "1.5" or "90m"'

/**
 * Parses "1h 30m", "1h30", "90m", "1:30", "1.5", "1,5" or "1.5h"; a bare number means hours. Returns seconds
 * in whole minutes, or null if invalid or not between one minute and the longest day.
 */
export function parseDuration(text: string): number | null {
  const compact = text.trim().toLowerCase().replace(/\s+/g, '')
  const minutes = clockMinutes(compact) ?? unitMinutes(compact)
  if (minutes === null) return null
  const seconds = Math.round(minutes) * 60
  return seconds >= 60 && seconds <= MAX_ENTRY_SECONDS ? seconds : null
}

/** The seconds of the text that forms show for a recorded duration: whole minutes, and at least one. */
export const shownSeconds = (recorded: number): number => Math.max(60, Math.round(recorded / 60) * 60)

function clockMinutes(text: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d)$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

function unitMinutes(text: string): number | null {
  if (/^\d{1,4}(m|min|mins|minutes?)$/.test(text)) return Number.parseInt(text, 10)
  const hours = /^([\d.,]+)(?:h|hr|hrs|hours?)?$/.exec(text)
  if (hours) {
    const number = readNumber(hours[1] ?? '', { decimals: 4, grouped: false })
    return number === null ? null : Number(number) * 60
  }
  const both = /^(\d{1,3})(?:h|hr|hrs|hours?)(\d{1,2})(?:m|min|mins|minutes?)?$/.exec(text)
  return both ? Number(both[1]) * 60 + Number(both[2]) : null
}
