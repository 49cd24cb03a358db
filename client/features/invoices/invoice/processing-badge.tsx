import { StatusBadge } from '#client/components/status-badge.tsx'
import type { InvoiceDto } from '#shared/invoices.ts'

/** Beside the status: money is on its way. */
export const ProcessingBadge = ({ invoice }: { invoice: Pick<InvoiceDto, 'amount_processing'> }) =>
  invoice.amount_processing > 0 && <StatusBadge status="processing" label="Processing" />
