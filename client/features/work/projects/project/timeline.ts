import { formatCardDate } from '#client/lib/time/dates.ts'
import { formatCount } from '#shared/base/format.ts'
import { overdueDays } from '#shared/work/project-health.ts'
import type { ProjectDto } from '#shared/work/projects.ts'

type Dates = Pick<ProjectDto, 'start_date' | 'delivery_date'>

/** "Mar 5 – Apr 20". */
export const timelineLabel = (project: Dates): string =>
  `${formatCardDate(project.start_date)} – ${formatCardDate(project.delivery_date)}`

/** The time left or overdue; null once the project is completed or archived. */
export function daysLeft(
  project: Dates & Pick<ProjectDto, 'status' | 'archived_at'>,
  today: string,
): { text: string; late: boolean } | null {
  if (project.status === 'completed' || project.archived_at !== null) return null
  const days = -overdueDays(project, today)
  if (days === 0) return { text: 'due today', late: false }
  const count = formatCount(Math.abs(days), 'day')
  return days < 0 ? { text: `${count} late`, late: true } : { text: `${count} left`, late: false }
}
