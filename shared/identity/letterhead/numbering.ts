export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** How documents of a kind are numbered. */
export interface NumberFormat {
  /** May contain `{YYYY}`, `{YY}` and `{MM}`, for the date the document is sent. */
  prefix: string
  /** The minimum number of digits. */
  digits: number
  /** Whether it restarts at 1 each year. */
  yearly: boolean
}

export const STANDARD_FORMATS: Record<DocumentKind, NumberFormat> = {
  invoice: { prefix: 'INV-', digits: 1, yearly: false },
  credit_note: { prefix: 'CN-', digits: 1, yearly: false },
}

/** The first number by default. */
export const FIRST_NUMBER = 1001
export const PLACEHOLDERS = /\{(YYYY|YY|MM)\}/g

/** The number on a document sent on that day (`YYYY-MM-DD`, in the agency's time zone). */
export function documentNumber({ prefix, digits }: NumberFormat, value: number, day: string): string {
  const [year = '', month = ''] = day.split('-')
  const parts: Record<string, string> = { '{YYYY}': year, '{YY}': year.slice(2), '{MM}': month }
  return prefix.replace(PLACEHOLDERS, (part) => parts[part] ?? '') + String(value).padStart(digits, '0')
}

/** The counter for a document of that day. */
export const periodOf = ({ yearly }: Pick<NumberFormat, 'yearly'>, day: string): string =>
  yearly ? day.slice(0, 4) : ''

/** A counter's first number. */
export const firstOf = (period: string): number => (period === '' ? FIRST_NUMBER : 1)

export interface NumberSeriesDto extends NumberFormat {
  kind: DocumentKind
  /** The next number of the continuous counter and of this year's. */
  next: { continuous: number; yearly: number }
  /** The current date in the agency's time zone, with which the next document would be numbered. */
  today: string
  /** 0 for the default. */
  version: number
}
