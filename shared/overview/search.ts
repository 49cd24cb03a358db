/** The searchable types, in the order of the groups. */
export const SEARCH_KINDS = ['project', 'task', 'client', 'employee', 'invoice', 'message', 'file'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const SEARCH_LABELS: Record<SearchKind, string> = {
  project: 'Projects',
  task: 'Tasks',
  client: 'Clients',
  employee: 'Contributors',
  invoice: 'Invoices',
  message: 'Messages',
  file: 'Files',
}

export interface SearchResult {
  kind: SearchKind
  id: string
  title: string
  /** Additional context; may be empty. */
  subtitle: string
  /** Set for platform administrators, who search all agencies. */
  agency_name: string
  /** Path and query within the portal. */
  link: string
}

export interface SearchGroup {
  kind: SearchKind
  label: string
  items: SearchResult[]
}
