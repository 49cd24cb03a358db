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

export const eInvoiceCheckInput = z.strictObject({ id: z.uuid() })

/** What keeps an invoice from being an e-invoice, format by format, in words; empty where nothing does. */
export interface EInvoiceCheck {
  /** What the client gets with the invoice's mail; null for the PDF alone. */
  sent_as: EInvoiceFormat | null
  problems: Record<EInvoiceFormat, string[]>
}

export const eInvoicePath = (id: string, format: EInvoiceFormat): string =>
  `/documents/e-invoices/${format}/${id}`
