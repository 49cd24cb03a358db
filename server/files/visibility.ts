import { ofProject, own, team, type Visibility } from '../core/visibility.ts'

/** What the team attaches to its tasks stays with the team. */
export const fileVisibility = {
  files: {
    ...team(own),
    client: (row, reach) => row.all(ofProject(row, reach), row.isOneOf('kind', ['deliverable', 'message'])),
  },
} satisfies Pick<Visibility, 'files'>
