import { Text } from '@mantine/core'
import { Rows, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { ClientSlotProps } from '../../../people/clients/detail/client-slots.ts'
import { InvoiceLine } from '../invoice/invoice-line.tsx'

const SHOWN = 5

/** The client's sent, unpaid invoices. */
export function ClientOverviewSlot({ client }: ClientSlotProps) {
  const { data } = trpc.invoices.list.useQuery({ client_id: client.id, status: 'open', limit: SHOWN })
  if (data === undefined) return null
  return (
    <Section title="Unpaid invoices">
      {data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No unpaid invoices.
        </Text>
      ) : (
        <Rows label="Unpaid invoices">
          {data.items.map((invoice) => (
            <li key={invoice.id}>
              <InvoiceLine invoice={invoice} />
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}
