import { z } from 'zod'

/** A PDF that holds the figures for programs too; Germany's XML for authorities; XML for the Peppol network. */
export const E_INVOICE_FORMATS = ['factur_x', 'xrechnung', 'peppol'] as const
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number]

export const E_INVOICE_FORMAT_NAMES: Record<EInvoiceFormat, string> = {
  factur_x: 'Factur-X / ZUGFeRD',
  xrechnung: 'XRechnung',
  peppol: 'Peppol BIS Billing',
}

export const eInvoiceFormat = z.enum(E_INVOICE_FORMATS)

/** What goes out with a document's mail: an e-invoice, or the PDF alone. */
export const eInvoiceChoice = z.enum(['none', ...E_INVOICE_FORMATS])
export type EInvoiceChoice = z.output<typeof eInvoiceChoice>

export const E_INVOICE_CHOICES = [
  { value: 'none', label: 'PDF alone' },
  ...E_INVOICE_FORMATS.map((value) => ({ value, label: E_INVOICE_FORMAT_NAMES[value] })),
]

export const eInvoiceCheckInput = z.strictObject({ id: z.uuid() })

/** What keeps an invoice from being an e-invoice, format by format, in words; empty where nothing does. */
export interface EInvoiceCheck {
  /** What the client gets with the invoice's mail; null for the PDF alone. */
  sent_as: EInvoiceFormat | null
  problems: Record<EInvoiceFormat, string[]>
}

export const eInvoicePath = (id: string, format: EInvoiceFormat): string =>
  `/documents/e-invoices/${format}/${id}`
