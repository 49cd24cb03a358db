/** PDF with embedded data; Germany's XML for authorities; XML for the Peppol network. */
export const E_INVOICE_FORMATS = ['factur_x', 'xrechnung', 'peppol'] as const
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number]

export const E_INVOICE_FORMAT_NAMES: Record<EInvoiceFormat, string> = {
  factur_x: 'Factur-X / ZUGFeRD',
  xrechnung: 'XRechnung',
  peppol: 'Peppol BIS Billing',
}

/** What is sent with a document: an e-invoice or only the PDF. */
export const E_INVOICE_CHOICES = [
  { value: 'none', label: 'PDF only' },
  ...E_INVOICE_FORMATS.map((value) => ({ value, label: E_INVOICE_FORMAT_NAMES[value] })),
]
