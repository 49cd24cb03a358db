import type { ImportDetailsDto, ImportMapping, ImportMember, ImportOverview } from '#shared/imports.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { mappingOf, overviewOf, requireImport, toImport } from './imports.ts'
import { listMembers } from './members.ts'

/** More than a person looks through; the rest is found by its exact name. */
const MAX_CHOICES = 2000

/** An import with what was found in its file, and what its names can become. */
export async function getImport(ctx: AgencyCtx, id: string): Promise<ImportDetailsDto> {
  const row = await requireImport(ctx, id)
  const overview = overviewOf(row)
  const [members, clients, projects, known] = await Promise.all([
    listMembers(ctx),
    selectFrom(ctx, 'clients')
      .select(['id', 'name', 'company'])
      .where('archived_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .limit(MAX_CHOICES)
      .execute(),
    selectFrom(ctx, 'projects')
      .select(['id', 'name'])
      .where('archived_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .limit(MAX_CHOICES)
      .execute(),
    selectFrom(ctx, 'import_items')
      .select(['id', 'kind', 'external_id'])
      .where('source', '=', row.source)
      .where('kind', 'in', ['client', 'project'])
      .where('outcome', 'in', ['made', 'kept'])
      .execute(),
  ])
  const made = new Map(known.map((item) => [`${item.kind}:${item.external_id}`, item.id]))
  return {
    ...toImport(row),
    overview,
    mapping: mappingOf(row) ?? suggestMapping(overview, { members, clients, projects, made }),
    members: members.map(({ id, name, email, role, userId }) => ({
      id,
      name,
      email,
      role,
      has_account: userId !== null,
    })),
    clients: clients.map((client) => ({ id: client.id, name: client.name })),
    projects,
    timezone: ctx.reach.booksZone,
  }
}

interface Here {
  members: Omit<ImportMember, 'role' | 'has_account'>[]
  clients: { id: string; name: string; company: string | null }[]
  projects: { id: string; name: string }[]
  /** Rows made by earlier imports, by kind and external id. */
  made: Map<string, string>
}

/** What the names suggest: the same person, client or project, else a new one. */
function suggestMapping(overview: ImportOverview, here: Here): ImportMapping {
  const only = <Item>(items: Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null)
  const offered = new Set([...here.clients, ...here.projects].map(({ id }) => id))
  const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  const earlier = (kind: 'client' | 'project', key: string): string | null => {
    const id = here.made.get(`${kind}:${key}`)
    return id !== undefined && offered.has(id) ? id : null
  }
  const member = ({ name, email }: { name: string; email: string | null }) =>
    here.members.find((one) => email !== null && same(one.email, email)) ??
    only(here.members.filter((one) => same(one.name, name)))
  return {
    date_order: null,
    archived: false,
    lists: overview.lists.map(({ key, suggested }) => ({ key, status: suggested })),
    people: overview.people.map((person) => ({ key: person.key, member_id: member(person)?.id ?? null })),
    clients: overview.clients.map(({ key, name }) => {
      const id =
        earlier('client', key) ??
        only(here.clients.filter((client) => same(client.name, name) || same(client.company, name)))?.id
      return { key, to: id == null ? { kind: 'new', name, email: '' } : { kind: 'existing', id } }
    }),
    projects: overview.projects.map(({ key, name }) => {
      const id =
        earlier('project', key) ?? only(here.projects.filter((project) => same(project.name, name)))?.id
      return { key, to: id == null ? { kind: 'new', name } : { kind: 'existing', id } }
    }),
  }
}
