import { z } from 'zod'

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

export const searchInput = z.strictObject({
  query: z.string().trim().max(200),
  /** Maximum results per type. */
  limit: z.int().min(1).max(20).default(5),
})

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

const MAX_WORDS = 8

/** A text as the words of the index: lower case, without accents, split at punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** What a query asks for. */
export const searchWords = (query: string): string[] => wordsOf(query).slice(0, MAX_WORDS)
