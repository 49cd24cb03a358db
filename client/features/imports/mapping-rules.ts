import { type ImportMapping, type ImportOverview, importMapping } from '#shared/imports.ts'

/** Messages by field: `clients.0.to.email` as the mapping's own path has it. */
export type Problems = ReadonlyMap<string, string>

/** Keys of the clients that a new project needs; of the others nothing is to be said. */
export function neededClients(mapping: ImportMapping, { projects }: ImportOverview): ReadonlySet<string> {
  const made = new Set(mapping.projects.flatMap(({ key, to }) => (to.kind === 'new' ? [key] : [])))
  return new Set(projects.flatMap(({ key, client }) => (made.has(key) ? [client] : [])))
}

/** The mapping as it is sent: no client is made whom no project needs. */
export function withoutUnused(mapping: ImportMapping, overview: ImportOverview): ImportMapping {
  const needed = neededClients(mapping, overview)
  return {
    ...mapping,
    clients: mapping.clients.map(({ key, to }) => ({ key, to: needed.has(key) ? to : { kind: 'skip' } })),
  }
}

/** What the server would refuse, by field. */
export function problemsOf(mapping: ImportMapping, { dates, date_sample }: ImportOverview): Problems {
  const problems = new Map<string, string>()
  if (dates === 'ask' && mapping.date_order === null) {
    problems.set('date_order', `Say what ${date_sample ?? 'a date'} begins with.`)
  }
  const parsed = importMapping.safeParse(mapping)
  for (const issue of parsed.error?.issues ?? []) problems.set(issue.path.join('.'), issue.message)
  return problems
}
