import { z } from 'zod'
import { DOCUMENT_KINDS, PLACEHOLDERS } from '../numbering.ts'

const MAX_NUMBER = 999_999_999
/** Characters also allowed in file names and bank transfers. */
const PLAIN = /^[A-Za-z0-9 ._-]*$/

export const numberingInput = z
  .strictObject({
    kind: z.enum(DOCUMENT_KINDS),
    prefix: z
      .string()
      .trim()
      .max(24, 'Use at most 24 characters.')
      .refine(
        (text) => PLAIN.test(text.replace(PLACEHOLDERS, '')),
        'Use letters, digits, spaces, ".", "_" and "-", and the placeholders {YYYY}, {YY} and {MM}.',
      ),
    digits: z.int().min(1).max(9),
    yearly: z.boolean(),
    /** Can only be increased, so that no number is used twice. */
    next_number: z.int('Please enter a number.').min(1, 'Please enter a number.').max(MAX_NUMBER),
    version: z.int().min(0),
  })
  .refine(({ prefix, yearly }) => !yearly || /\{YY(YY)?\}/.test(prefix), {
    path: ['prefix'],
    error: 'A number that restarts each year needs {YYYY} or {YY} in its prefix.',
  })
