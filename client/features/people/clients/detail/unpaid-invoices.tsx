import { Text } from '@mantine/core'
import { Rows, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/calls/trpc.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { InvoiceLine } from '../../../money/invoices/invoice/invoice-line.tsx'

const SHOWN = 5

/** The client's sent, unpaid invoices. */
export function UnpaidInvoices({ client }: { client: ClientDto }) {
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
