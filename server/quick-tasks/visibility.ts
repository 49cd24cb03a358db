import { everyone, type Rule, type Visibility } from '../core/visibility.ts'

const madeOrGiven: Rule<'quick_tasks'> = (row, reach) =>
  row.any(row.is('created_by', reach.userId), row.is('assigned_to', reach.userId))

/** A personal errand: only its creator and its assignee ever see it, the platform's staff included. */
export const quickTaskVisibility = {
  quick_tasks: { ...everyone(madeOrGiven), platform: madeOrGiven },
} satisfies Pick<Visibility, 'quick_tasks'>
