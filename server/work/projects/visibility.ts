import { ofProject, own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** The team sees the agency's projects; clients see their company's. */
export const projectVisibility = {
  projects: {
    ...team(own),
    client: (row, reach) =>
      reach.seesProjects
        ? row.all(own(row, reach), row.is('assigned_client_id', reach.clientId))
        : row.none(),
  },
  project_assignees: { ...team(own), client: ofProject },
  project_requirements: { ...team(own), client: ofProject },
  project_deliverables: { ...team(own), client: ofProject },
} satisfies Pick<
  Visibility,
  'projects' | 'project_assignees' | 'project_requirements' | 'project_deliverables'
>
