/** The mails to clients whose texts agencies can customize. */
export const MAIL_OCCASIONS = [
  'invoice',
  'credit_note',
  'receipt',
  'part_payment',
  'before',
  'due',
  'week',
  'fortnight',
  'month',
  'by_hand',
] as const
export type MailOccasion = (typeof MAIL_OCCASIONS)[number]

export interface MailText {
  subject: string
  /** Paragraphs separated by blank lines. */
  body: string
}

/** Placeholders for an invoice's facts. */
export const MAIL_PLACEHOLDERS = {
  client: 'The client’s name',
  agency: 'The agency’s name',
  number: 'The number of the document',
  title: 'Its title',
  amount: 'The amount due, or the amount paid, with the currency',
  remaining: 'The amount that remains, with the currency',
  'due date': 'The due date, or that of the next installment',
  standing: 'The status, such as “is due today”',
  link: 'The address of the payment page',
} as const
export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS
export type MailFacts = Record<MailPlaceholder, string>

const REMINDER: MailText = {
  subject: 'Invoice {number} {standing}',
  body: `Invoice {number} (“{title}”) from {agency} {standing}.

{amount} is outstanding; the due date is {due date}.`,
}

export const STANDARD_MAIL_TEXTS: Record<MailOccasion, MailText> = {
  invoice: {
    subject: 'Invoice {number} from {agency}',
    body: `{agency} sent you invoice {number} (“{title}”) for {amount}.

It {standing}. The invoice is attached as a PDF.`,
  },
  credit_note: {
    subject: 'Credit note {number} from {agency}',
    body: `{agency} sent you credit note {number} (“{title}”) for {amount}.

It is attached as a PDF.`,
  },
  receipt: {
    subject: 'Receipt for invoice {number}',
    body: `Thank you. With {amount}, invoice {number} (“{title}”) from {agency} {standing}.

A PDF is attached for your records.`,
  },
  part_payment: {
    subject: 'Payment of {amount} for invoice {number}',
    body: `Thank you. {agency} received {amount} for invoice {number} (“{title}”).

The remaining {remaining} {standing}.`,
  },
  before: REMINDER,
  due: REMINDER,
  week: REMINDER,
  fortnight: REMINDER,
  month: REMINDER,
  by_hand: REMINDER,
}

export const PLACEHOLDER = /\{([^{}\n]*)\}/g
export const isPlaceholder = (name: string): name is MailPlaceholder => Object.hasOwn(MAIL_PLACEHOLDERS, name)

/** Replaces the placeholders with facts; unknown facts keep their placeholder. */
export const fillText = (text: string, facts: Partial<MailFacts>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (isPlaceholder(name) ? (facts[name] ?? whole) : whole))

export const paragraphsOf = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

export interface MailTextDto extends MailText {
  occasion: MailOccasion
  /** 0 for the default text. */
  version: number
}
