import { Text } from '@mantine/core'
import { Rows, Section } from '#client/components/detail-parts.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { ClientDto } from '#shared/clients.ts'
import { InvoiceLine } from '../../invoices/invoice/invoice-line.tsx'

const SHOWN = 5

/** What the client has been sent and not paid yet. */
export function UnpaidInvoices({ client }: { client: ClientDto }) {
  const { data } = trpc.invoices.list.useQuery({ client_id: client.id, status: 'open', limit: SHOWN })
  if (data === undefined) return null
  return (
    <Section title="Unpaid invoices">
      {data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No invoice waits for a payment.
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
