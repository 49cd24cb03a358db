import { z } from 'zod'
import { requiredText } from './text.ts'

/** The mails to clients that an agency may put in its own words. */
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
  /** Paragraphs, with a blank line between them. */
  body: string
}

/** What stands for the facts of the invoice, in braces. */
export const MAIL_PLACEHOLDERS = {
  client: 'The client’s name',
  agency: 'The agency’s name',
  number: 'The number of the document',
  title: 'Its title',
  amount: 'What is to be paid or, once it was, what was paid, with the currency',
  remaining: 'What is still to be paid, with the currency',
  'due date': 'The day it is due',
  standing: 'How it stands, such as “is due today”',
  link: 'The address of the page where it is paid',
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

It is due on {due date}. The invoice is attached as a PDF.`,
  },
  credit_note: {
    subject: 'Credit note {number} from {agency}',
    body: `{agency} sent you credit note {number} (“{title}”) for {amount}.

It is attached as a PDF.`,
  },
  receipt: {
    subject: 'Receipt for invoice {number}',
    body: `Thank you. With {amount}, invoice {number} (“{title}”) from {agency} is paid in full.

A PDF is attached for your records.`,
  },
  part_payment: {
    subject: 'Payment of {amount} for invoice {number}',
    body: `Thank you. {agency} received {amount} for invoice {number} (“{title}”).

{remaining} is still to be paid, until {due date}.`,
  },
  before: REMINDER,
  due: REMINDER,
  week: REMINDER,
  fortnight: REMINDER,
  month: REMINDER,
  by_hand: REMINDER,
}

const PLACEHOLDER = /\{([^{}\n]*)\}/g
const isPlaceholder = (name: string): name is MailPlaceholder => Object.hasOwn(MAIL_PLACEHOLDERS, name)

/** The text with the facts in place of what stands for them; what isn't known yet stays. */
export const fillText = (text: string, facts: Partial<MailFacts>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (isPlaceholder(name) ? (facts[name] ?? whole) : whole))

export const paragraphsOf = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** The first name in braces that stands for nothing; null where there is none. */
const unknownIn = (text: string): string | null =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !isPlaceholder(name)) ?? null

const withPlaceholders = (text: z.ZodType<string>) =>
  text.superRefine((value, issues) => {
    const unknown = unknownIn(value)
    if (unknown !== null) {
      issues.addIssue({
        code: 'custom',
        message: `{${unknown}} stands for nothing. Choose one from the list.`,
      })
    }
  })

export const mailText = {
  subject: withPlaceholders(requiredText('Please enter a subject.', 200)),
  body: withPlaceholders(requiredText('Please enter a text.', 4000)),
}

export const mailTextInput = z.strictObject({
  occasion: z.enum(MAIL_OCCASIONS),
  ...mailText,
  version: z.int().min(0),
})
export const mailOccasionInput = z.strictObject({ occasion: z.enum(MAIL_OCCASIONS) })

export interface MailTextDto extends MailText {
  occasion: MailOccasion
  /** 0 for the standard text. */
  version: number
}
