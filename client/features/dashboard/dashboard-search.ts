import { oneOf, searchOf } from '#client/lib/search-params.ts'
import { projectSearch } from '../projects/project/project-search.ts'

const DIALOGS = ['agency', 'project', 'task', 'client', 'quick-task'] as const
export type DashboardDialog = (typeof DIALOGS)[number]

export const dashboardSearch = searchOf({
  /** Clients look at their projects here. */
  ...projectSearch.params,
  /** The open form. */
  dialog: oneOf(DIALOGS),
})
