import { z } from 'zod'
import { mailText } from './mail-texts.ts'

/** Of one mail, and of what a client keeps beside its own address. */
export const MAX_RECIPIENTS = 20

/** Email addresses, each once; the message names the first that is none. */
export const mailAddresses = (max = MAX_RECIPIENTS) =>
  z
    .array(z.string().trim().toLowerCase().max(300))
    .max(max, `Add at most ${max} addresses.`)
    .transform((addresses) => [...new Set(addresses.filter((address) => address !== ''))])
    .superRefine((addresses, issues) => {
      const wrong = addresses.find((address) => address.length > 254 || !z.email().safeParse(address).success)
      if (wrong !== undefined) {
        issues.addIssue({ code: 'custom', message: `“${wrong}” is not an email address.` })
      }
    })

/** Who gets a mail and what it says; placeholders in braces are filled in when it goes out. */
export const outgoingMail = z
  .strictObject({
    to: mailAddresses().refine((addresses) => addresses.length > 0, 'Please enter an address.'),
    cc: mailAddresses().default([]),
    bcc: mailAddresses().default([]),
    ...mailText,
  })
  .refine(({ to, cc, bcc }) => to.length + cc.length + bcc.length <= MAX_RECIPIENTS, {
    path: ['to'],
    error: `A mail can have at most ${MAX_RECIPIENTS} recipients.`,
  })
export type OutgoingMailInput = z.output<typeof outgoingMail>

/** Mails a document that has its number: a credit note, or an invoice once more. */
export const mailInvoiceInput = z.strictObject({ id: z.uuid(), mail: outgoingMail })

/** A document's mail before anybody edited it. */
export interface MailDraftDto {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  /** Paragraphs with a blank line between them; `{number}` and `{link}` stand for what sending gives it. */
  body: string
}

export interface Addressee {
  /** Empty where only the address is known. */
  name: string
  email: string
}

/** Whom a mail goes to, as its head shows them; nobody sees the blind copies. */
export interface Addressees {
  to: Addressee[]
  cc: string[]
  bcc: string[]
}

/** `a@example.com, b@example.com, cc c@example.com` */
export function addresseeText({ to, cc, bcc }: Addressees): string {
  const copies = (word: string, addresses: string[]) => addresses.map((address) => `${word} ${address}`)
  return [...to.map(({ email }) => email), ...copies('cc', cc), ...copies('bcc', bcc)].join(', ')
}
