import { z } from 'zod'
import { E_INVOICE_FORMATS } from '../e-invoices.ts'

export const eInvoiceFormat = z.enum(E_INVOICE_FORMATS)

/** What is sent with a document: an e-invoice or only the PDF. */
export const eInvoiceChoice = z.enum(['none', ...E_INVOICE_FORMATS])
export type EInvoiceChoice = z.output<typeof eInvoiceChoice>

export const eInvoiceCheckInput = z.strictObject({ id: z.uuid() })
