import { z } from 'zod'
import { FILE_KINDS } from '#shared/files.ts'
import { PROJECT_STATUSES } from '#shared/projects.ts'

export const PROJECT_TABS = ['overview', 'tasks', 'files', 'activity'] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

/** What the address of the projects screen holds. */
export const projectSearch = z.object({
  search: z.string().catch(''),
  status: z.enum(PROJECT_STATUSES).nullable().catch(null),
  client_id: z.uuid().nullable().catch(null),
  active: z.boolean().catch(false),
  archived: z.boolean().catch(false),
  /** The project whose drawer is open. */
  project: z.uuid().nullable().catch(null),
  tab: z.enum(PROJECT_TABS).nullable().catch(null),
  files: z.enum(FILE_KINDS).catch('deliverable'),
  /** A file of that project to point at. */
  file: z.uuid().nullable().catch(null),
  /** The open form. */
  new: z.boolean().catch(false),
  edit: z.uuid().nullable().catch(null),
})

export const CLOSED_DRAWER = { project: null, tab: null, files: 'deliverable', file: null } as const
