import { Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatHours } from '#shared/base/format.ts'
import type { ContributorDashboard } from '#shared/overview/dashboard.ts'
import classes from '../dashboard.module.css'

type Row = ContributorDashboard['weekly_breakdown'][number]

/** Hours by project, as bars relative to the longest. */
export function WeekBreakdown({ rows }: { rows: Row[] }) {
  const longest = Math.max(...rows.map((row) => row.seconds), 1)
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Your tracked hours appear here by project.
      </Text>
    )
  }
  return (
    <ul className={classes.panel} aria-label="This week by project">
      {rows.map((row) => (
        <li key={row.project_id ?? 'none'} className={classes.row}>
          <div className={classes.what}>
            <Group justify="space-between" gap="sm" wrap="nowrap" mb={4}>
              <Link
                to="/time-tracking"
                search={row.project_id === null ? {} : { project: row.project_id }}
                className={classes.link}
              >
                {row.project_name}
              </Link>
              <Text size="sm">{formatHours(row.seconds)}</Text>
            </Group>
            <Progress
              value={(row.seconds / longest) * 100}
              size="sm"
              aria-label={`${row.project_name}: ${formatHours(row.seconds)}`}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
