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
  /** The project shown in place of the list. */
  project: id,
  /** The project shown beside the list. */
  peek: id,
  tab: oneOf(PROJECT_TABS),
  files: oneOf(['deliverable', 'attachment', 'message'], 'deliverable'),
  /** Only deliverables that the client has not answered. */
  awaiting: flag,
  /** A file of that project that is shown. */
  file: id,
  /** The open form; in a project's tasks, the line to add one. */
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
