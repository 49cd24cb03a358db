import type { z } from 'zod'
import {
  SEARCH_LABELS,
  type SearchGroup,
  type SearchKind,
  type searchInput,
  searchWords,
} from '#shared/search.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter, billingClientFilter, clientFilter } from '../db/scope-guard.ts'
import { type EntrySearch, findEntries } from '../db/search.ts'
import { searchableKinds } from './policy.ts'
import { toResult } from './rules.ts'

/** Shorter queries find nothing: everything begins with some letter. */
const MIN_LETTERS = 2

/** What the caller may see and every word of the query occurs in, by kind; headlines before bodies. */
export async function searchAll(
  db: Db,
  scope: Scope,
  input: z.output<typeof searchInput>,
): Promise<SearchGroup[]> {
  const words = searchWords(input.query)
  if (words.join('').length < MIN_LETTERS) return []
  const about = {
    words,
    agencyId: agencyFilter(scope),
    limit: input.limit,
  }
  const client = await readClient(db, scope)
  const billed = billingClientFilter(scope)
  const billedClient = billed === null ? null : { id: billed, projectIds: [] }
  const groups = await Promise.all(
    searchableKinds(scope.role).map(async (kind) => ({
      kind,
      label: SEARCH_LABELS[kind],
      items: (
        await searchKind(db, { ...about, kind, client: kind === 'invoice' ? billedClient : client })
      ).map((entry) => toResult(entry, words)),
    })),
  )
  return groups.filter((group) => group.items.length > 0)
}

async function searchKind(db: Db, search: Omit<EntrySearch, 'headlinesOnly'> & { kind: SearchKind }) {
  const headlines = await findEntries(db, { ...search, headlinesOnly: true })
  if (headlines.length === search.limit) return headlines
  const found = new Set(headlines.map((entry) => entry.subject_id))
  const anywhere = await findEntries(db, { ...search, headlinesOnly: false })
  return [...headlines, ...anywhere.filter((entry) => !found.has(entry.subject_id))].slice(0, search.limit)
}

async function readClient(db: Db, scope: Scope): Promise<EntrySearch['client']> {
  const id = clientFilter(scope)
  if (id === null) return null
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('agency_id', '=', scope.agencyId)
    .where('assigned_client_id', '=', id)
    .execute()
  return { id, projectIds: projects.map((project) => project.id) }
}
