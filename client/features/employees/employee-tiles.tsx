import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { trpc } from '#client/lib/trpc.ts'

export function EmployeeTiles() {
  const { data } = trpc.employees.counters.useQuery()
  return (
    <StatTiles>
      <StatTile label="Total Employees" value={data?.total_employees} to="/employees" />
      <StatTile
        label="Active Projects"
        value={data?.active_projects}
        to="/projects"
        search={{ active: true }}
      />
      <StatTile
        label="Total Hours Logged"
        value={data && `${data.total_hours}h`}
        to="/work-log"
        search={{ tab: 'team' }}
      />
      <StatTile label="Avg Performance" value={data && `${data.avg_performance}%`} to="/employees" />
    </StatTiles>
  )
}
