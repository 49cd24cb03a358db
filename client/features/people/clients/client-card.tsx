import type { Opens } from '#client/components/lists/open-link.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { CardFact, RecordCard } from '#client/components/records/record-card.tsx'
import { formatCard } from '#shared/base/amounts/money.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { ClientMenu } from './client-menu.tsx'
import { useClientRights } from './use-client-rights.ts'

interface ClientCardProps {
  client: ClientDto
  opens: Opens
}

export function ClientCard({ client, opens }: ClientCardProps) {
  const { acrossAgencies } = useClientRights()
  return (
    <RecordCard
      title={client.name}
      subtitle={client.company ?? undefined}
      lead={<UserAvatar name={client.name} size={40} />}
      menu={<ClientMenu client={client} />}
      opens={opens}
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
