import { links } from '#shared/base/links.ts'
import type { SearchResult } from '#shared/overview/search.ts'
import { containsTerm, type SearchTerm } from '../../base/db/search/fold.ts'
import type { FoundEntry } from '../../base/db/search/search.ts'

const EXCERPT_LENGTH = 100

export function toResult(entry: FoundEntry, terms: readonly SearchTerm[]): SearchResult {
  return {
    kind: entry.kind,
    id: entry.subject_id,
    title: entry.title === '' ? excerpt(entry.body, terms) : entry.title,
    subtitle: subtitleOf(entry),
    agency_name: entry.agency_name,
    link: linkOf(entry),
  }
}

/** The part of a long text around the first match. */
export function excerpt(text: string, terms: readonly SearchTerm[]): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= EXCERPT_LENGTH) return flat
  const parts = flat.split(' ')
  const hit = parts.findIndex((part) => terms.some((term) => containsTerm(part, term)))
  const lead = parts.slice(0, Math.max(0, hit - 4)).join(' ').length
  const cut = flat.slice(lead, lead + EXCERPT_LENGTH).trim()
  return `${lead > 0 ? '… ' : ''}${cut}${lead + EXCERPT_LENGTH < flat.length ? ' …' : ''}`
}

function subtitleOf(entry: FoundEntry): string {
  const project = entry.project_name ?? ''
  if (entry.kind === 'task' || entry.kind === 'message') return `${entry.keywords} · ${project}`
  return entry.kind === 'file' ? project : entry.keywords
}

function linkOf({ kind, subject_id: id, project_id }: FoundEntry): string {
  switch (kind) {
    case 'message':
      return links.message(project_id ?? '', id)
    case 'file':
      return links.file(project_id ?? '', id)
    default:
      return links[kind](id)
  }
}
