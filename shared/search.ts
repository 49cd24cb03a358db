import { z } from 'zod'

/** What can be found, in the order of the groups. */
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

export const searchInput = z.strictObject({
  query: z.string().trim().max(200),
  /** At most so many of each kind. */
  limit: z.int().min(1).max(20).default(5),
})

export interface SearchResult {
  kind: SearchKind
  id: string
  title: string
  /** Where it belongs or what it is known by; empty when there is nothing to add. */
  subtitle: string
  /** Named for the platform's administrator, who searches all agencies. */
  agency_name: string
  /** Path and query inside the portal. */
  link: string
}

export interface SearchGroup {
  kind: SearchKind
  label: string
  items: SearchResult[]
}

const MAX_WORDS = 8

/** The words of a query as the index knows them: lower case, without accents, split at punctuation. */
export const searchWords = (query: string): string[] =>
  query
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
