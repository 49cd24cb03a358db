import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'

/** Shown beside the status while a payment is pending. */
export const ProcessingBadge = ({ invoice }: { invoice: Pick<InvoiceDto, 'amount_processing'> }) =>
  invoice.amount_processing > 0 && <StatusBadge status="processing" label="Processing" />
