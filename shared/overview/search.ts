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

const MAX_WORDS = 8

/** Splits a text into words to compare: lower case, without accents, split at punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * The words of a search query, for the index, which removes the accents of Latin letters only. Other marks are
 * parts of letters or vowels: without them, Korean, Japanese and Hindi words are others.
 */
export const searchWords = (query: string): string[] =>
  query
    .normalize('NFC')
    .replace(/[\u00c0-\u017f]/g, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
