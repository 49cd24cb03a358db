import { z } from 'zod'
import { E_INVOICE_FORMATS } from '../e-invoice-formats.ts'

export const eInvoiceFormat = z.enum(E_INVOICE_FORMATS)

/** What is sent with a document: an e-invoice or only the PDF. */
export const eInvoiceChoice = z.enum(['none', ...E_INVOICE_FORMATS])
export type EInvoiceChoice = z.output<typeof eInvoiceChoice>
