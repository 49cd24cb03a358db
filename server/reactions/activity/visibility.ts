import { ofProject, own, type Visibility } from '../../base/core/rows/visibility.ts'

/** Contributors see activity about work, but not about money or people. */
const WORK = ['project', 'task', 'comment', 'file']
/** Clients see activity about their own projects. */
const SHARED_WORK = ['project', 'task', 'file']

export const activityVisibility = {
  activity: {
    agency: own,
    contributor: (row, reach) => row.all(own(row, reach), row.isOneOf('subject_type', WORK)),
    // A project can be given to another client, who isn't meant to see what was done for the previous one.
    client: (row, reach) =>
      row.all(
        ofProject(row, reach),
        row.isOneOf('subject_type', SHARED_WORK),
        row.any(row.isNull('client_id'), row.is('client_id', reach.clientId)),
      ),
  },
} satisfies Pick<Visibility, 'activity'>
