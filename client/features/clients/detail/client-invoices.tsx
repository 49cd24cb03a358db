import { Stack } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { useCan } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { ClientDto } from '#shared/clients.ts'
import { ClientAutopay } from '../../autopay/client-autopay.tsx'
import { ClientCredit } from '../../invoices/credit/client-credit.tsx'
import { InvoiceLine } from '../../invoices/invoice/invoice-line.tsx'
import { useClientRights } from '../use-client-rights.ts'

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
        renderItem={(invoice) => <InvoiceLine invoice={invoice} />}
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
