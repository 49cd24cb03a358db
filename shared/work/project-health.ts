import { daysBetween } from '../base/calendar.ts'
import { formatCount } from '../base/format.ts'
import type { ProjectDto } from './projects.ts'

export const PROJECT_HEALTH_STATES = ['late', 'at_risk', 'on_track', 'not_started'] as const
export type ProjectHealthState = (typeof PROJECT_HEALTH_STATES)[number]

export const PROJECT_HEALTH_LABELS: Record<ProjectHealthState, string> = {
  late: 'Late',
  at_risk: 'At risk',
  on_track: 'On track',
  not_started: 'Not started',
}

export interface ProjectHealth {
  state: ProjectHealthState
  /** An explanation. */
  reason: string
}

type Dates = Pick<ProjectDto, 'start_date' | 'delivery_date'>
type Facts = Dates & Pick<ProjectDto, 'status' | 'archived_at' | 'progress'>

/** A time budget's use. */
interface Budget {
  /** Null if the project has none. */
  budget: object | null
  used_percent: number
  warning: 'none' | 'near' | 'over'
}

/** How many percentage points the work may be behind schedule before it counts as a risk. */
const BEHIND_POINTS = 20

/**
 * A project's health on the day: by its due date, then its time budget (if visible to the caller), then
 * progress against elapsed time. Null once it is completed or archived.
 */
export function projectHealth(project: Facts, today: string, budget: Budget | null): ProjectHealth | null {
  if (project.status === 'completed' || project.archived_at !== null) return null
  const { progress } = project
  const overdue = overdueDays(project, today)
  if (overdue > 0) return { state: 'late', reason: `${days(overdue)} overdue, ${progress}% done` }
  const used = budget === null || budget.budget === null ? null : budget
  const ofBudget = `${used?.used_percent}% of the time budget used, ${progress}% done`
  if (used?.warning === 'over') return { state: 'at_risk', reason: ofBudget }
  const untilStart = daysBetween(today, project.start_date)
  if (untilStart > 0) return { state: 'not_started', reason: `starts in ${days(untilStart)}` }
  const elapsed = elapsedPercent(project, today)
  if (elapsed - progress > BEHIND_POINTS) {
    return { state: 'at_risk', reason: `${elapsed}% of the time has passed, ${progress}% done` }
  }
  if (used?.warning === 'near' && progress < used.used_percent) return { state: 'at_risk', reason: ofBudget }
  const left = overdue === 0 ? 'due today' : `${days(-overdue)} left`
  return { state: 'on_track', reason: `${progress}% done, ${left}` }
}

/** Days since the due date; negative before it. */
export const overdueDays = ({ delivery_date }: Dates, today: string): number =>
  daysBetween(delivery_date, today)

/** The elapsed percentage from start to end; 0 on the first day. */
export function elapsedPercent({ start_date, delivery_date }: Dates, today: string): number {
  if (today <= start_date) return 0
  if (today >= delivery_date) return 100
  return Math.round((daysBetween(start_date, today) / daysBetween(start_date, delivery_date)) * 100)
}

const days = (count: number): string => formatCount(count, 'day')
