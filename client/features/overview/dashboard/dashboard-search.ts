import { oneOf, searchOf } from '#client/lib/search-params.ts'
import { projectSearch } from '../../work/projects/project/project-search.ts'

const DIALOGS = ['agency', 'project', 'task', 'client', 'quick-task'] as const
export type DashboardDialog = (typeof DIALOGS)[number]

export const dashboardSearch = searchOf({
  /** Clients open their projects on the dashboard. */
  ...projectSearch.params,
  /** The open form. */
  dialog: oneOf(DIALOGS),
})
