import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { formatCard } from '#shared/base/amounts/money.ts'

export function ClientTiles() {
  const { data } = trpc.clients.counters.useQuery()
  const currency = useCurrency()
  return (
    <StatTiles strip>
      <StatTile label="Total Clients" value={data?.total_clients} to="/clients" />
      <StatTile
        label="Active Projects"
        value={data?.active_projects}
        to="/projects"
        search={{ active: true }}
      />
      <StatTile
        label="Total Revenue"
        value={data && formatCard(data.total_revenue, currency)}
        to="/payments"
        search={{ tab: 'history' }}
      />
      <StatTile
        label="Outstanding"
        value={data && formatCard(data.outstanding, currency)}
        to="/payments"
        search={{ tab: 'invoices', status: 'open' }}
      />
    </StatTiles>
  )
}
