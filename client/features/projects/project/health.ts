import type { ProjectDto } from '#shared/projects.ts'
import type { ProjectBudgetDto } from '#shared/timesheets.ts'
import { elapsedPercent, overdueDays } from './timeline.ts'

export interface Health {
  state: 'good' | 'risk' | 'late'
  label: string
  /** Why, in words. */
  reason: string
}

type Facts = Pick<ProjectDto, 'status' | 'archived_at' | 'start_date' | 'delivery_date' | 'progress'>
type Budget = Pick<ProjectBudgetDto, 'budget' | 'used_percent' | 'warning'>

/** So many points may the work lie behind the calendar, because nothing goes evenly. */
const BEHIND_POINTS = 20

/**
 * Where a project stands: its end, then its time budget (of those who may see it), then its progress against
 * the calendar. Null once it is completed or archived.
 */
export function projectHealth(project: Facts, today: string, budget: Budget | null): Health | null {
  if (project.status === 'completed' || project.archived_at !== null) return null
  const { progress } = project
  const overdue = overdueDays(project, today)
  if (overdue > 0) {
    return { state: 'late', label: 'Late', reason: `${days(overdue)} past its end, ${progress}% done` }
  }
  if (budget?.warning === 'over') {
    return atRisk(`${budget.used_percent}% of the time budget used, ${progress}% done`)
  }
  const elapsed = elapsedPercent(project, today)
  if (elapsed - progress > BEHIND_POINTS) return atRisk(`${elapsed}% of the time gone, ${progress}% done`)
  if (budget?.warning === 'near' && progress < budget.used_percent) {
    return atRisk(`${budget.used_percent}% of the time budget used, ${progress}% done`)
  }
  const left = overdue === 0 ? 'due today' : `${days(-overdue)} left`
  return { state: 'good', label: 'On track', reason: `${progress}% done, ${left}` }
}

const atRisk = (reason: string): Health => ({ state: 'risk', label: 'At risk', reason })

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
