import { Group, Text } from '@mantine/core'
import { RowBody, RowLink } from '#client/components/detail-parts.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatDate } from '#client/lib/dates.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { statusLabel, statusTone } from './invoice-labels.ts'

/** An invoice among those of another record, a link to its own page. */
export const InvoiceLine = ({ invoice }: { invoice: InvoiceDto }) => (
  <RowBody>
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice.id }}>
        {invoice.title}
      </RowLink>
      <Text size="sm">{formatMoney(invoice.amount, invoice.currency)}</Text>
    </Group>
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {invoice.number ?? 'No number yet'} · due {formatDate(invoice.due_next)}
      </Text>
      <StatusBadge status={invoice.status} label={statusLabel(invoice)} tone={statusTone(invoice)} />
    </Group>
  </RowBody>
)
