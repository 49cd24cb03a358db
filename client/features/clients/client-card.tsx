import { CardFact, RecordCard } from '#client/components/record-card.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { UserAvatar } from '#client/components/user-avatar.tsx'
import type { ClientDto } from '#shared/clients.ts'
import { formatCard } from '#shared/money.ts'
import { ClientMenu } from './client-menu.tsx'
import { useClientRights } from './use-client-rights.ts'

interface ClientCardProps {
  client: ClientDto
  onOpen: () => void
}

export function ClientCard({ client, onOpen }: ClientCardProps) {
  const { acrossAgencies } = useClientRights()
  return (
    <RecordCard
      title={client.name}
      subtitle={client.company ?? undefined}
      lead={<UserAvatar name={client.name} size={40} />}
      menu={<ClientMenu client={client} />}
      onOpen={onOpen}
    >
      <div>
        {acrossAgencies && <CardFact label="Agency">{client.agency_name}</CardFact>}
        <CardFact label="Email">{client.email}</CardFact>
        <CardFact label="Projects">{client.project_count}</CardFact>
        <CardFact label="Paid">{formatCard(client.total_paid, client.currency)}</CardFact>
        <CardFact label="Outstanding">{formatCard(client.outstanding_amount, client.currency)}</CardFact>
      </div>
      {!client.portal_access && (
        <div>
          <StatusBadge status="none" label="No portal access" />
        </div>
      )}
    </RecordCard>
  )
}
