import { Group, Text } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RowBody, RowLink } from '#client/components/records/detail-parts.tsx'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { shownStatus, statusLabel } from '#shared/money/invoices/settled.ts'
import { invoiceDate, listedAmount } from './invoice-labels.ts'

/** An invoice listed on another record's page, linked to its own. */
export const InvoiceLine = ({ invoice }: { invoice: InvoiceDto }) => (
  <RowBody>
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <RowLink to="/payments" search={{ tab: 'invoices', invoice: invoice.id }}>
        {invoice.title}
      </RowLink>
      <Text size="sm">{formatMoney(listedAmount(invoice), invoice.currency)}</Text>
    </Group>
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {invoice.number ?? 'No number yet'} · {invoiceDate(invoice)}
      </Text>
      <StatusBadge status={shownStatus(invoice)} label={statusLabel(invoice)} />
    </Group>
  </RowBody>
)
