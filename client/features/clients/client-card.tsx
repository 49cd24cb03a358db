import { CardFact, RecordCard } from '#client/components/record-card.tsx'
import { UserAvatar } from '#client/components/user-avatar.tsx'
import { useCurrency, useUser } from '#client/lib/session.ts'
import type { ClientDto } from '#shared/clients.ts'
import { formatCard } from '#shared/money.ts'

export function ClientCard({ client }: { client: ClientDto }) {
  const currency = useCurrency()
  const acrossAgencies = useUser().agency_id === null
  return (
    <RecordCard
      title={client.name}
      subtitle={client.company ?? client.email}
      lead={<UserAvatar name={client.name} size={40} />}
    >
      <div>
        {acrossAgencies && <CardFact label="Agency">{client.agency_name}</CardFact>}
        <CardFact label="Email">{client.email}</CardFact>
        <CardFact label="Projects">{client.project_count}</CardFact>
        <CardFact label="Paid">{formatCard(client.total_paid, currency)}</CardFact>
        <CardFact label="Outstanding">{formatCard(client.outstanding_amount, currency)}</CardFact>
      </div>
    </RecordCard>
  )
}
