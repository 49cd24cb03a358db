import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatCard } from '#shared/base/amounts/money.ts'
import type { AgencyCountersDto } from '#shared/overview/agencies.ts'
import { COMPARED_DAYS } from '#shared/overview/dashboard.ts'
import { otherRevenue } from './other-revenue.ts'

const recentRevenue = ({ recent_revenue, currency }: AgencyCountersDto): string =>
  `${formatCard(recent_revenue, currency)} in the last ${COMPARED_DAYS} days`

export function AgencyTiles() {
  const { data } = trpc.agencies.counters.useQuery()
  return (
    <StatTiles strip>
      <StatTile label="Total Agencies" value={data?.total} to="/agencies" />
      <StatTile label="Active" value={data?.active} to="/agencies" search={{ status: 'active' }} />
      <StatTile label="Trial" value={data?.trial} to="/agencies" search={{ status: 'trial' }} />
      <StatTile
        label="Total Revenue"
        value={data && formatCard(data.revenue, data.currency)}
        hint={data && (otherRevenue(data.other_revenue) ?? recentRevenue(data))}
        to="/agencies"
        search={{ sort: 'revenue' }}
      />
    </StatTiles>
  )
}
