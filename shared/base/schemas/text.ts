import { z } from 'zod'
import { isBlank } from '../text/blank.ts'
import { storedEmail, typedEmail } from '../text/email.ts'
import { MAX_SEARCH_LENGTH, tooLong } from '../text/length.ts'

interface TextIssue {
  code?: string
  input?: unknown
  maximum?: unknown
}

/** States by how much a text is too long. */
const sayTooLong = ({ code, input, maximum }: TextIssue) =>
  code === 'too_big' && typeof input === 'string' ? tooLong(input, Number(maximum)) : undefined

/** The message of every text's `max`, unless its schema has one. */
z.config({ customError: sayTooLong })

/** Required text, trimmed, with the message shown if nothing in it is visible. */
export const requiredText = (message: string, max = 200) =>
  z
    .string(message)
    .trim()
    .min(1, { error: message, abort: true })
    .max(max, { error: sayTooLong })
    .refine((text) => !isBlank(text), message)

/** Optional text, trimmed; null if nothing in it is visible. */
export const optionalText = (max = 200) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => (value == null || isBlank(value) ? null : value))

/** An address in its stored form, whether its domain is typed in Unicode or in ASCII. */
export const emailText = () =>
  z
    .string(INVALID_EMAIL)
    .trim()
    .max(254, INVALID_EMAIL)
    .meta({ format: 'idn-email' })
    .transform((text, issues) => {
      const email = storedEmail(text)
      if (email !== null) return email
      const isForeign = /^[^@]*[^\0-\x7f][^@]*@/.test(typedEmail(text))
      issues.addIssue({ code: 'custom', message: isForeign ? FOREIGN_MAILBOX : INVALID_EMAIL })
      return z.NEVER
    })

const INVALID_EMAIL = 'Please enter a valid email address.'
const FOREIGN_MAILBOX =
  'Few mail servers deliver to addresses with accents or other letters before the @. Please enter one without.'

/** The message is shown if it is missing. */
export const requiredEmail = (message: string) => requiredText(message, 300).pipe(emailText())

/** A list of short texts: trimmed, empty entries ignored. */
export const textList = (maxEntries = 50, maxLength = 300) =>
  z
    .array(z.string().trim().max(maxLength))
    .max(maxEntries, `Add at most ${maxEntries} entries.`)
    .transform((entries) => entries.filter((entry) => !isBlank(entry)))

/** Search box content: trimmed, bounded, empty means no filter. */
export const searchText = z.string().trim().max(MAX_SEARCH_LENGTH).default('')
