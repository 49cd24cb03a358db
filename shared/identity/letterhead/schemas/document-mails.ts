import { z } from 'zod'
import { isBlank } from '../../../base/text/blank.ts'
import { storedEmail } from '../../../base/text/email.ts'
import { MAX_RECIPIENTS } from '../document-mails.ts'
import { mailText } from './mail-texts.ts'

/** Email addresses without duplicates; the error message names the first invalid one. */
export const mailAddresses = (max = MAX_RECIPIENTS) =>
  z
    .array(z.string().trim().max(300))
    .max(max, `Add at most ${max} addresses.`)
    .transform((addresses, issues) => {
      const stored = new Set<string>()
      for (const address of addresses.filter((text) => !isBlank(text))) {
        const email = storedEmail(address)
        if (email !== null) stored.add(email)
        else if (issues.issues.length === 0) {
          issues.addIssue({ code: 'custom', message: `“${address}” is not an email address.` })
        }
      }
      return [...stored]
    })

/** The recipients and text of a mail; placeholders in braces are filled in when it is sent. */
export const outgoingMail = z
  .strictObject({
    to: mailAddresses().refine((addresses) => addresses.length > 0, 'Please enter an address.'),
    cc: mailAddresses().default([]),
    bcc: mailAddresses().default([]),
    ...mailText,
  })
  .refine(({ to, cc, bcc }) => to.length + cc.length + bcc.length <= MAX_RECIPIENTS, {
    path: ['to'],
    error: `An email can have at most ${MAX_RECIPIENTS} recipients.`,
  })
export type OutgoingMailInput = z.output<typeof outgoingMail>

/** Mails a numbered document: a credit note, or an invoice again. */
export const mailInvoiceInput = z.strictObject({ id: z.uuid(), mail: outgoingMail })
