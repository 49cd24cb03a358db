import { ofProject, own, type Visibility } from '../../core/visibility.ts'

/** What contributors read of their agency: the work, not the money nor the people. */
const WORK = ['project', 'task', 'comment', 'file']
/** What clients read of their own projects. */
const SHARED_WORK = ['project', 'task', 'file']

export const activityVisibility = {
  activity: {
    agency: own,
    contributor: (row, reach) => row.all(own(row, reach), row.isOneOf('subject_type', WORK)),
    client: (row, reach) => row.all(ofProject(row, reach), row.isOneOf('subject_type', SHARED_WORK)),
  },
} satisfies Pick<Visibility, 'activity'>
