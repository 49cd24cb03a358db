import { formatCount } from '#shared/base/format.ts'
import type { StepRole } from '#shared/work/processes.ts'

export const STEP_ROLE_LABELS: Record<StepRole, string> = {
  agency_admin: 'Owner',
  employee: 'Contributor',
  client: 'Client',
}

/** When a step is due, relative to the start of the run. */
export function dueOffset(days: number): string {
  if (days === 0) return 'on the first day'
  return `after ${formatCount(days, 'day')}`
}
