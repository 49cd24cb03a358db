import { everyone, ownOrNone, type Rule, type Visibility } from '../../base/core/rows/visibility.ts'

const madeOrGiven: Rule<'quick_tasks'> = (row, reach) =>
  reach.seesPersonal
    ? row.any(row.is('created_by', reach.userId), row.is('assigned_to', reach.userId))
    : row.none()

const madeOrGivenHere: Rule<'quick_tasks'> = (row, reach) =>
  row.all(ownOrNone(row, reach), madeOrGiven(row, reach))

/**
 * Quick tasks are personal: only their creator and assignee can see them, not even platform administrators.
 */
export const quickTaskVisibility = {
  quick_tasks: { ...everyone(madeOrGivenHere), platform: madeOrGiven },
} satisfies Pick<Visibility, 'quick_tasks'>
