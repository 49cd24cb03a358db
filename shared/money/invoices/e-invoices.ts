/** PDF with embedded data; Germany's XML for authorities; XML for the Peppol network. */
export const E_INVOICE_FORMATS = ['factur_x', 'xrechnung', 'peppol'] as const
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number]

export const E_INVOICE_FORMAT_NAMES: Record<EInvoiceFormat, string> = {
  factur_x: 'Factur-X / ZUGFeRD',
  xrechnung: 'XRechnung',
  peppol: 'Peppol BIS Billing',
}

export const E_INVOICE_CHOICES = [
  { value: 'none', label: 'PDF only' },
  ...E_INVOICE_FORMATS.map((value) => ({ value, label: E_INVOICE_FORMAT_NAMES[value] })),
]

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
