import { ofProject, own, team, type Visibility } from '../core/visibility.ts'

/** The team sees the agency's projects, a client those of its company. */
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
