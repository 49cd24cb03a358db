import { Section } from '#client/components/detail-parts.tsx'
import { RecordActivity } from '../../activity/record-activity.tsx'

/** What happened to the invoice, for the agency that issued it. */
export function InvoiceHistory({ id }: { id: string }) {
  return (
    <Section title="History">
      <RecordActivity
        of={{ invoice_id: id }}
        emptyMessage="Sending, opening, reminding and crediting it is noted here."
      />
    </Section>
  )
}
