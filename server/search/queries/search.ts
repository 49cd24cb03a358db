import type { z } from 'zod'
import {
  SEARCH_LABELS,
  type SearchGroup,
  type SearchKind,
  type searchInput,
  searchWords,
} from '#shared/search.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { selectFrom, unscoped } from '../../core/rows.ts'
import { type EntrySearch, type FoundEntry, findEntries, isHeadline } from '../../db/search.ts'
import { type Walk, walkNewest } from '../../db/search-newest.ts'
import { searchableKinds } from '../policy.ts'
import { toResult } from '../rules.ts'

/** Shorter queries find nothing: everything begins with some letter. */
const MIN_LETTERS = 2

/** What the caller may see and every word of the query occurs in, by kind; headlines before bodies. */
export async function searchAll(ctx: UserCtx, input: z.output<typeof searchInput>): Promise<SearchGroup[]> {
  const words = searchWords(input.query)
  if (words.join('').length < MIN_LETTERS || ctx.reach.kind === 'alone') return []
  const about = { words, agencyId: ctx.reach.agencyId, limit: input.limit }
  const clientOf = await readClients(ctx)
  const groups = await Promise.all(
    searchableKinds(ctx).map(async (kind) => {
      const found = await searchKind(ctx, { ...about, kind, client: clientOf(kind) })
      return { kind, label: SEARCH_LABELS[kind], items: found.map((entry) => toResult(entry, words)) }
    }),
  )
  return groups.filter((group) => group.items.length > 0)
}

type KindSearch = Omit<EntrySearch, 'headlinesOnly'>

async function searchKind(ctx: Ctx, search: KindSearch): Promise<FoundEntry[]> {
  const index = unscoped(ctx)
  const walk = await walkNewest(index, search)
  if (walk?.enough) {
    const subjects = headlinesFirst(walk.headlines, walk.found).slice(0, search.limit)
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
  // So few are all there are.
  const headlines =
    anywhere.length < search.limit
      ? anywhere.filter((entry) => isHeadline(entry, search.words))
      : await findEntries(index, { ...search, headlinesOnly: true })
  const found = new Set(headlines.map((entry) => entry.subject_id))
  return [...headlines, ...anywhere.filter((entry) => !found.has(entry.subject_id))].slice(0, search.limit)
}

/** What a walk has met, where it is as many as are wanted. */
function enoughOf(walk: Walk | null, { limit }: KindSearch): string[] | undefined {
  const found = walk?.found.slice(0, limit) ?? []
  return found.length === limit ? found : undefined
}

const headlinesFirst = (headlines: readonly string[], found: readonly string[]): string[] => [
  ...new Set([...headlines, ...found]),
]

/** As which client the caller searches a kind; null for the team and the platform. */
async function readClients(ctx: UserCtx): Promise<(kind: SearchKind) => EntrySearch['client']> {
  const { clientId: id } = ctx.reach
  if (id === null) return () => null
  const projects = await selectFrom(ctx, 'projects').select('id').execute()
  const projectIds = projects.map((project) => project.id)
  return (kind) => ({ id, projectIds: kind === 'invoice' ? [] : projectIds })
}
