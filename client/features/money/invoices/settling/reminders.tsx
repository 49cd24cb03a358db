import { Button, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Section } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { useRemind } from '../invoice/use-remind.ts'

/** Past and scheduled reminders, with a button to send one now. */
export function Reminders({ invoice }: { invoice: InvoiceDto }) {
  const { remind, busy } = useRemind()
  return (
    <Section
      title="Reminders"
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBell size={14} aria-hidden />}
          loading={busy}
          onClick={() => remind(invoice.id)}
        >
          Remind now
        </Button>
      }
    >
      <Text size="sm" component="div">
        {invoice.reminded_at === null ? (
          'No reminders sent yet.'
        ) : (
          <>
            Last reminder <RelativeTime instant={invoice.reminded_at} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {invoice.reopened > 0
          ? `Automatic reminders, late fees and autopay are off, because ${formatCharged(invoice.reopened, invoice.currency)} was refunded without a credit note or lost in a dispute. Issue a credit note if it’s no longer owed.`
          : `${invoice.clientName} receives email reminders three days before the due date, on the due date, and one week, two weeks and one month after it.`}
      </Text>
    </Section>
  )
}
