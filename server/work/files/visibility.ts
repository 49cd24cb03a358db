import { ofProject, own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** Task attachments of the team are only visible to the team. */
export const fileVisibility = {
  files: {
    ...team(own),
    client: (row, reach) => row.all(ofProject(row, reach), row.isOneOf('kind', ['deliverable', 'message'])),
  },
} satisfies Pick<Visibility, 'files'>
