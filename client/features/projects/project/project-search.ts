import { flag, id, oneOf, searchOf, tableParams, text } from '#client/lib/search-params.ts'

export const PROJECT_TABS = ['overview', 'tasks', 'files', 'activity'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

export const projectSearch = searchOf({
  search: text,
  status: oneOf(['planning', 'in_progress', 'review', 'completed']),
  client_id: id,
  active: flag,
  archived: flag,
  ...tableParams(['name', 'client', 'status', 'progress', 'due']),
  /** The project whose drawer is open. */
  project: id,
  tab: oneOf(PROJECT_TABS),
  files: oneOf(['deliverable', 'attachment', 'message'], 'deliverable'),
  /** A file of that project to highlight. */
  file: id,
  /** The open form. */
  new: flag,
  edit: id,
})

export const CLOSED_DRAWER = { project: null, tab: null, files: 'deliverable', file: null } as const
