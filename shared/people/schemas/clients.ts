import { z } from 'zod'
import { currencyCode } from '../../base/amounts/schemas/exchange.ts'
import { REQUIRED } from '../../base/errors.ts'
import { pageInput } from '../../base/schemas/paging.ts'
import { optionalText, requiredEmail, requiredText, searchText } from '../../base/schemas/text.ts'
import { mailAddresses } from '../../identity/letterhead/schemas/document-mails.ts'
import { eInvoiceChoice } from '../../identity/letterhead/schemas/e-invoice-formats.ts'
import { addressFields, paymentTerms } from '../../identity/letterhead/schemas/profile.ts'
import { CLIENT_SORTS } from '../clients.ts'

/** The maximum per kind. */
const MAX_COPIES = 5

export const clientInput = z.strictObject({
  name: requiredText(REQUIRED),
  email: requiredEmail(REQUIRED),
  phone: optionalText(50),
  company: optionalText(),
  ...addressFields,
  /** A reference they require on documents, such as a Leitweg-ID. */
  buyer_reference: optionalText(100),
  /** For new invoices, like the two fields below; null uses the agency's. */
  billing_currency: currencyCode.nullish(),
  default_tax_rate_id: z.uuid().nullish(),
  /** Days. */
  payment_terms: paymentTerms.nullish(),
  /** The format sent with documents; null uses the agency's. */
  e_invoice_format: eInvoiceChoice.nullish(),
  /** CC recipients of billing mails. */
  billing_cc: mailAddresses(MAX_COPIES).default([]),
  billing_bcc: mailAddresses(MAX_COPIES).default([]),
  portal_access: z.boolean().default(true),
})

/** Inserts without `id`, updates with it. `version` is the one the editor loaded. */
export const clientSaveInput = clientInput.extend({
  id: z.uuid().optional(),
  version: z.int().optional(),
})

export const clientListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  archived: z.boolean().default(false),
  order: z.enum(['newest', ...CLIENT_SORTS]).default('newest'),
  /** Reverses the order of a column. */
  descending: z.boolean().default(false),
})

export const contactSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  client_id: z.uuid(),
  name: requiredText(REQUIRED),
  email: requiredEmail(REQUIRED),
  phone: optionalText(50),
  portal_access: z.boolean().default(false),
  can_see_projects: z.boolean().default(true),
  can_see_billing: z.boolean().default(false),
})

export const clientNoteInput = z.strictObject({
  client_id: z.uuid(),
  text: requiredText('Please write a note.', 5000),
})

export const clientImportInput = z.strictObject({
  csv: z.string().min(1, 'The file is empty.').max(900_000, 'Use a file of at most 900 KB.'),
  /** If true, checks every row without saving. */
  dry_run: z.boolean(),
})
