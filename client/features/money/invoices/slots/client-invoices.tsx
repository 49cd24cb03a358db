import { Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { DataList } from '#client/components/lists/data-list.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/calls/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import type { ClientSlotProps } from '../../../people/clients/detail/client-slots.ts'
import { useClientRights } from '../../../people/clients/use-client-rights.ts'
import { ClientCredit } from '../credit/client-credit.tsx'
import { InvoiceLine } from '../invoice/invoice-line.tsx'

interface SlotProps {
  clientId: string
  manages: boolean
}

const FromDomains = slotOf(
  import.meta.glob<ComponentType<SlotProps>>('../../*/slots/client.tsx', {
    eager: true,
    import: 'ClientSlot',
  }),
)

/** The client's credit and invoices, and what the domains of money add. */
export function ClientInvoicesSlot({ client }: ClientSlotProps) {
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
      <FromDomains clientId={client.id} manages={manages} />
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
