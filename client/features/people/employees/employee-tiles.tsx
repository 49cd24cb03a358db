import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatHours } from '#shared/base/format.ts'

export function EmployeeTiles() {
  const { data } = trpc.employees.counters.useQuery()
  return (
    <StatTiles strip>
      <StatTile label="Total Employees" value={data?.total_employees} to="/employees" />
      <StatTile
        label="Active Projects"
        value={data?.active_projects}
        to="/projects"
        search={{ active: true }}
      />
      <StatTile
        label="Total Hours Logged"
        value={data && formatHours(data.total_hours * 3600)}
        to="/work-log"
        search={{ tab: 'team' }}
      />
      <StatTile
        label="Avg Performance"
        value={data && (data.total_employees === 0 ? '–' : `${data.avg_performance}%`)}
        to="/employees"
      />
    </StatTiles>
  )
}
