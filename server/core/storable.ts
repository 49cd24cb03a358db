import { AppError } from './errors.ts'

/**
 * Why the input cannot be stored, where it holds a text no database takes: with the character NUL, or half
 * a character. It walks without recursion, as inputs may nest as deep as they like.
 */
export function unstorableIn(input: unknown): AppError | null {
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
