import type { ImportOverview } from '#shared/overview/imports.ts'
import { type ImportMapping, importMapping } from '#shared/overview/schemas/imports.ts'

/** Messages by field, keyed by path in the mapping: `clients.0.to.email`. */
export type Problems = ReadonlyMap<string, string>

/** Keys of the clients that new projects need; others aren't validated. */
export function neededClients(mapping: ImportMapping, { projects }: ImportOverview): ReadonlySet<string> {
  const newProjects = new Set(mapping.projects.flatMap(({ key, to }) => (to.kind === 'new' ? [key] : [])))
  return new Set(projects.flatMap(({ key, client }) => (newProjects.has(key) ? [client] : [])))
}

/** The mapping to send, without clients that no project needs. */
export function withoutUnused(mapping: ImportMapping, overview: ImportOverview): ImportMapping {
  const needed = neededClients(mapping, overview)
  return {
    ...mapping,
    clients: mapping.clients.map(({ key, to }) => ({ key, to: needed.has(key) ? to : { kind: 'skip' } })),
  }
}

/** Validation errors by field, as the server would report them. */
export function problemsOf(mapping: ImportMapping, { dates, date_sample }: ImportOverview): Problems {
  const problems = new Map<string, string>()
  if (dates === 'ask' && mapping.date_order === null) {
    problems.set('date_order', `Choose whether ${date_sample ?? 'a date'} starts with the day or the month.`)
  }
  const parsed = importMapping.safeParse(mapping)
  for (const issue of parsed.error?.issues ?? []) problems.set(issue.path.join('.'), issue.message)
  return problems
}
