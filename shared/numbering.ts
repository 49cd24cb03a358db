import { z } from 'zod'

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** How documents of a kind are numbered. */
export interface NumberFormat {
  /** May hold `{YYYY}`, `{YY}` and `{MM}`: of the day the document is sent. */
  prefix: string
  /** The number has at least so many digits. */
  digits: number
  /** Whether it starts again at 1 with each year. */
  yearly: boolean
}

export const STANDARD_FORMATS: Record<DocumentKind, NumberFormat> = {
  invoice: { prefix: 'INV-', digits: 1, yearly: false },
  credit_note: { prefix: 'CN-', digits: 1, yearly: false },
}

/** Where the standard begins. */
export const FIRST_NUMBER = 1001

const MAX_NUMBER = 999_999_999
const PLACEHOLDERS = /\{(YYYY|YY|MM)\}/g
/** What file names and bank transfers take, too. */
const PLAIN = /^[A-Za-z0-9 ._-]*$/

/** The number as it stands on the document, sent on that day (`YYYY-MM-DD`) of the agency. */
export function documentNumber({ prefix, digits }: NumberFormat, value: number, day: string): string {
  const [year = '', month = ''] = day.split('-')
  const parts: Record<string, string> = { '{YYYY}': year, '{YY}': year.slice(2), '{MM}': month }
  return prefix.replace(PLACEHOLDERS, (part) => parts[part] ?? '') + String(value).padStart(digits, '0')
}

/** The count that a document of that day belongs to. */
export const periodOf = ({ yearly }: Pick<NumberFormat, 'yearly'>, day: string): string =>
  yearly ? day.slice(0, 4) : ''

/** The number a count begins with. */
export const firstOf = (period: string): number => (period === '' ? FIRST_NUMBER : 1)

export const numberingInput = z
  .strictObject({
    kind: z.enum(DOCUMENT_KINDS),
    prefix: z
      .string()
      .trim()
      .max(24, 'Use at most 24 characters.')
      .refine(
        (text) => PLAIN.test(text.replace(PLACEHOLDERS, '')),
        'Use letters, digits, blanks, ".", "_" and "-", and the placeholders {YYYY}, {YY} and {MM}.',
      ),
    digits: z.int().min(1).max(9),
    yearly: z.boolean(),
    /** Can only rise, so that no number is used twice. */
    next_number: z.int('Please enter a number.').min(1, 'Please enter a number.').max(MAX_NUMBER),
    version: z.int().min(0),
  })
  .refine(({ prefix, yearly }) => !yearly || /\{YY(YY)?\}/.test(prefix), {
    path: ['prefix'],
    error: 'A number that starts again each year needs {YYYY} or {YY} in front of it.',
  })

export interface NumberSeriesDto extends NumberFormat {
  kind: DocumentKind
  /** The next one of a count that never starts again, and of this year's own. */
  next: { continuous: number; yearly: number }
  /** The agency's day, which the next document would be sent on. */
  today: string
  /** 0 for the standard. */
  version: number
}
