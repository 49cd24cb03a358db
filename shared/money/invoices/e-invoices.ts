import type { EInvoiceFormat } from '../../identity/letterhead/e-invoice-formats.ts'

/** What prevents an invoice from being an e-invoice, by format, and from being printed; empty if nothing does. */
export interface EInvoiceCheck {
  /** The format sent to the client; null for only the PDF. */
  sent_as: EInvoiceFormat | null
  problems: Record<EInvoiceFormat, string[]>
  /** Characters that no font of the PDF has. */
  unprintable: string[]
}

export const eInvoicePath = (id: string, format: EInvoiceFormat): string =>
  `/documents/e-invoices/${format}/${id}`
