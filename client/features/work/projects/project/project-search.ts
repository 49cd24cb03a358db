import { flag, id, oneOf, searchOf, tableParams, text } from '#client/lib/search-params.ts'

export const PROJECT_TABS = ['overview', 'tasks', 'files', 'time', 'money', 'messages'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

export const projectSearch = searchOf({
  search: text,
  status: oneOf(['planning', 'in_progress', 'review', 'completed']),
  client_id: id,
  active: flag,
  archived: flag,
  ...tableParams(['name', 'client', 'status', 'progress', 'due']),
  /** The project shown instead of the list. */
  project: id,
  /** The project previewed beside the list. */
  peek: id,
  tab: oneOf(PROJECT_TABS),
  files: oneOf(['deliverable', 'attachment', 'message'], 'deliverable'),
  /** Only deliverables awaiting the client's review. */
  awaiting: flag,
  /** The project's file that is open. */
  file: id,
  /** The open form; on a project's tasks tab, the input for a new one. */
  new: flag,
  edit: id,
})

export const CLOSED_PROJECT = {
  project: null,
  peek: null,
  tab: null,
  new: false,
  files: 'deliverable',
  awaiting: false,
  file: null,
} as const
