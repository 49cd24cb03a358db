import { formatCardDate } from '#client/lib/dates.ts'
import type { ProjectDto } from '#shared/projects.ts'

type Dates = Pick<ProjectDto, 'start_date' | 'delivery_date'>

/** "Mar 5 – Apr 20". */
export const timelineLabel = (project: Dates): string =>
  `${formatCardDate(project.start_date)} – ${formatCardDate(project.delivery_date)}`

const DAY_MS = 86_400_000

/** Days since the end; negative before it. */
export const overdueDays = ({ delivery_date }: Dates, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(delivery_date)) / DAY_MS)

/** How much of the time from start to end has passed, 0 to 100. */
export function elapsedPercent({ start_date, delivery_date }: Dates, today: string): number {
  const [start, end, now] = [start_date, delivery_date, today].map((date) => Date.parse(date)) as [
    number,
    number,
    number,
  ]
  if (now >= end) return 100
  return now <= start ? 0 : Math.round(((now - start) / (end - start)) * 100)
}

/** The time left or overdue; null once the project is completed or archived. */
export function daysLeft(
  project: Dates & Pick<ProjectDto, 'status' | 'archived_at'>,
  today: string,
): { text: string; late: boolean } | null {
  if (project.status === 'completed' || project.archived_at !== null) return null
  const days = -overdueDays(project, today)
  if (days === 0) return { text: 'due today', late: false }
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? { text: `${count} late`, late: true } : { text: `${count} left`, late: false }
}
