import { unstorableIn } from '../plain-text.ts'
import { AppError } from './errors.ts'

/**
 * Returns why the input can't be stored, if it contains a text with characters that databases or documents can't
 * hold. Iterative, because inputs may be nested arbitrarily deep.
 */
export function unsupportedTextIn(input: unknown): AppError | null {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part === 'string') {
      const found = unstorableIn(part)
      if (found !== null) {
        return new AppError('BAD_REQUEST', messageFor(found), { reason: 'unstorable_text' })
      }
    } else if (Array.isArray(part)) {
      for (const item of part) open.push(item)
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) open.push(key, item)
    }
  }
  return null
}

const SHOWN = 30

/** Invisible characters are often pasted, so the message says where they are. */
function messageFor({ character, before }: { character: string; before: string }): string {
  const words = before.slice(-SHOWN).toWellFormed().replace(/\s+/g, ' ').trim()
  const place = words === '' ? 'at the beginning of this text' : `after “${words}”`
  return `The invisible character ${character} ${place} cannot be stored. Please delete it.`
}
