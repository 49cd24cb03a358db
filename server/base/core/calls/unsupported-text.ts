import { AppError } from './errors.ts'

/**
 * Returns why the input can't be stored, if it contains a text that databases reject: with NUL or an unpaired
 * surrogate. Iterative, because inputs may be nested arbitrarily deep.
 */
export function unsupportedTextIn(input: unknown): AppError | null {
  const open: unknown[] = [input]
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part === 'string') {
      if (part.includes('\0') || !part.isWellFormed()) {
        return new AppError('BAD_REQUEST', 'This text contains characters that cannot be stored.', {
          reason: 'unstorable_text',
        })
      }
    } else if (Array.isArray(part)) {
      for (const item of part) open.push(item)
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) open.push(key, item)
    }
  }
  return null
}
