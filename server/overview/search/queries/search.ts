import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { searchInput } from '#shared/overview/schemas/search.ts'
import { SEARCH_LABELS, type SearchGroup, type SearchKind } from '#shared/overview/search.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom, unscoped } from '../../../base/core/rows/rows.ts'
import { isPaired, type SearchTerm, searchTerms } from '../../../base/db/engines/words.ts'
import { type Walk, walkNewest } from '../../../base/db/search/newest.ts'
import {
  byTitle,
  type EntrySearch,
  type FoundEntry,
  findEntries,
  isHeadline,
  RANKED,
} from '../../../base/db/search/search.ts'
import { searchableKinds } from '../policy.ts'
import { toResult } from '../rules.ts'

/** Shorter queries would match nearly everything, so they return nothing, except in Chinese and similar scripts. */
const MIN_LETTERS = 2

const isTooShort = (terms: readonly SearchTerm[]): boolean =>
  terms.map(({ text }) => text).join('').length < MIN_LETTERS && !terms.some(({ text }) => isPaired(text))

/** Visible entries that contain every word of the query, by kind; matches in headlines come first, by their title. */
export async function searchAll(ctx: UserCtx, input: z.output<typeof searchInput>): Promise<SearchGroup[]> {
  const terms = searchTerms(input.query)
  if (isTooShort(terms) || ctx.reach.kind === 'alone') return []
  const about = { query: input.query, terms, agencyId: ctx.reach.agencyId, limit: input.limit }
  const clientOf = await readClients(ctx)
  const groups = await Promise.all(
    searchableKinds(ctx).map(async (kind) => {
      const isVisible = kind === 'file' ? visibleFile(ctx) : undefined
      const found = await searchKind(ctx, { ...about, kind, client: clientOf(kind), isVisible })
      return { kind, label: SEARCH_LABELS[kind], items: found.map((entry) => toResult(entry, terms)) }
    }),
  )
  return groups.filter((group) => group.items.length > 0)
}

/** The index doesn't record which messages have been sent. */
const visibleFile =
  (ctx: Ctx) =>
  (id: RawBuilder<string>): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists ${selectFrom(ctx, 'files').select('files.id').where('files.id', '=', id)}`

type KindSearch = Omit<EntrySearch, 'headlinesOnly'> & { query: string }

async function searchKind(ctx: Ctx, search: KindSearch): Promise<FoundEntry[]> {
  const index = unscoped(ctx)
  const walk = await walkNewest(index, search)
  if (walk?.enough) {
    const ranked = byTitle(walk.headlines, search.query).map((entry) => entry.subject_id)
    const subjects = [...new Set([...ranked, ...walk.found])].slice(0, search.limit)
    if (subjects.length === 0) return []
    const entries = await findEntries(index, { ...search, headlinesOnly: false, subjects })
    return entries.toSorted(
      (one, other) => subjects.indexOf(one.subject_id) - subjects.indexOf(other.subject_id),
    )
  }
  const anywhere = await findEntries(index, {
    ...search,
    headlinesOnly: false,
    subjects: enoughOf(walk, search),
  })
  // Fewer than the limit are all there are.
  const headlines =
    anywhere.length < search.limit
      ? anywhere.filter((entry) => isHeadline(entry, search.terms))
      : await findEntries(index, { ...search, headlinesOnly: true, limit: Math.max(RANKED, search.limit) })
  const found = new Set(headlines.map((entry) => entry.subject_id))
  return [
    ...byTitle(headlines, search.query),
    ...anywhere.filter((entry) => !found.has(entry.subject_id)),
  ].slice(0, search.limit)
}

/** The results of a scan if it found as many as needed. */
function enoughOf(walk: Walk | null, { limit }: KindSearch): string[] | undefined {
  const found = walk?.found.slice(0, limit) ?? []
  return found.length === limit ? found : undefined
}

/** The client that the caller's search is limited to, by kind; null for the team and the platform. */
async function readClients(ctx: UserCtx): Promise<(kind: SearchKind) => EntrySearch['client']> {
  const { clientId: id } = ctx.reach
  if (id === null) return () => null
  const projects = await selectFrom(ctx, 'projects').select('id').execute()
  const projectIds = projects.map((project) => project.id)
  return (kind) => ({ id, projectIds: kind === 'invoice' ? [] : projectIds })
}
