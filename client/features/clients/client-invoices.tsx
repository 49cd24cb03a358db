import { Group, Stack, Text } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { RowBody, RowLink } from '#client/components/detail-parts.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { useCan } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { ClientDto } from '#shared/clients.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { ClientAutopay } from '../autopay/client-autopay.tsx'
import { ClientCredit } from '../invoices/credit/client-credit.tsx'
import { statusLabel, statusTone } from '../invoices/invoice/invoice-labels.ts'
import { useClientRights } from './use-client-rights.ts'

export function ClientInvoices({ client }: { client: ClientDto }) {
  const list = trpc.invoices.list.useInfiniteQuery({ client_id: client.id }, byCursor)
  const { acrossAgencies } = useClientRights()
  const manages = useCan('payment.manage') && !acrossAgencies
  return (
    <Stack gap="lg">
      <ClientCredit
        clientId={client.id}
        clientName={client.name}
        currency={client.billing_currency ?? client.currency}
        manages={manages}
      />
      <ClientAutopay clientId={client.id} manages={manages} />
      <DataList
        query={list}
        label="Invoices"
        layout="rows"
        itemKey={(invoice) => invoice.id}
        itemHeight={64}
        renderItem={(invoice) => <InvoiceRow invoice={invoice} />}
        filtered={false}
        noMatchTitle="No invoices found"
        onClearFilters={() => {}}
        empty={
          <EmptyState
            drawing="money"
            title="No invoices yet"
            message={`Invoices to ${client.name} appear here.`}
          />
        }
      />
    </Stack>
  )
}

const InvoiceRow = ({ invoice }: { invoice: InvoiceDto }) => (
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
