import { Section } from '#client/components/records/detail-parts.tsx'
import { RecordActivity } from '../../../../components/activity/record-activity.tsx'

/** The invoice's history, for the issuing agency. */
export function InvoiceHistory({ id }: { id: string }) {
  return (
    <Section title="History">
      <RecordActivity
        of={{ invoice_id: id }}
        emptyMessage="Emails, views, payments, reminders and credits appear here."
      />
    </Section>
  )
}
