import { links } from '#shared/base/links.ts'
import type { SearchResult } from '#shared/overview/search.ts'
import { containsTerm, type SearchTerm } from '../../base/db/engines/words.ts'
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
  const letters = [...flat]
  if (letters.length <= EXCERPT_LENGTH) return flat
  const start = excerptStart(flat, terms)
  const end = start + EXCERPT_LENGTH
  const cut = letters.slice(start, end).join('').trim()
  return `${start > 0 ? '… ' : ''}${cut}${end < letters.length ? ' …' : ''}`
}

/** Four words before the first match, or closer if the match would be cut off, as in texts without spaces. */
function excerptStart(flat: string, terms: readonly SearchTerm[]): number {
  const matches = (part: string) => terms.some((term) => containsTerm(part, term))
  const words = flat.split(' ')
  const hit = words.findIndex(matches)
  const word = words[hit]
  if (word === undefined) return 0
  const lengthOf = (count: number) => [...words.slice(0, Math.max(0, count)).join(' ')].length
  const start = lengthOf(hit - 4)
  const end = lengthOf(hit) + lengthMatching([...word], matches)
  return end - start < EXCERPT_LENGTH ? start : end - EXCERPT_LENGTH / 2
}

/** The length of the shortest beginning that matches, of a word that does. */
function lengthMatching(letters: readonly string[], matches: (text: string) => boolean): number {
  let [low, high] = [1, letters.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (matches(letters.slice(0, middle).join(''))) high = middle
    else low = middle + 1
  }
  return low
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
