import { formatNumber } from '../format.ts'

/** What is wrong with a text of more than `max` characters; null if it fits. The server trims before it counts. */
export function tooLong(text: string, max: number): string | null {
  const excess = [...text.trim()].length - max
  return excess > 0
    ? `Use at most ${formatNumber(max)} characters. This is ${formatNumber(excess)} too many.`
    : null
}

/** The longest text of a search field. */
export const MAX_SEARCH_LENGTH = 200
