import type { ImportMember, ImportName, ImportOverview } from '#shared/overview/imports.ts'
import type { ImportDetailsDto, ImportMapping } from '#shared/overview/schemas/imports.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { mappingOf, overviewOf, requireImport, toImport } from './imports.ts'
import { listMembers } from './members.ts'

/** More than anyone would scroll through; other records are matched by exact name. */
const MAX_CHOICES = 2000

/** An import with the names found in its file and the records they can be mapped to. */
export async function getImport(ctx: AgencyCtx, id: string): Promise<ImportDetailsDto> {
  const row = await requireImport(ctx, id)
  const overview = overviewOf(row)
  const [members, clients, projects, imported] = await Promise.all([
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
  const made = new Map(imported.map((item) => [`${item.kind}:${item.external_id}`, item.id]))
  const unavailable = (kind: 'client' | 'project', names: ImportName[], offered: { id: string }[]) => {
    const ids = new Set(offered.map(({ id }) => id))
    // Of more, not all are offered.
    if (ids.size === MAX_CHOICES) return []
    return names.flatMap(({ key }) => {
      const id = made.get(`${kind}:${key}`)
      return id !== undefined && !ids.has(id) ? [key] : []
    })
  }
  const archivedSince = {
    clients: unavailable('client', overview.clients, clients),
    projects: unavailable('project', overview.projects, projects),
  }
  return {
    ...toImport(row),
    overview,
    mapping: mappingOf(row) ?? suggestMapping(overview, { members, clients, projects, made, archivedSince }),
    members: members.map(({ id, name, email, role, userId }) => ({
      id,
      name,
      email,
      role,
      has_account: userId !== null,
    })),
    clients: clients.map((client) => ({ id: client.id, name: client.name })),
    projects,
    archived_since: archivedSince,
    timezone: ctx.reach.booksZone,
  }
}

interface ImportTargets {
  members: Omit<ImportMember, 'role' | 'has_account'>[]
  clients: { id: string; name: string; company: string | null }[]
  projects: { id: string; name: string }[]
  /** Records created by earlier imports, by kind and external id. */
  made: Map<string, string>
  archivedSince: ImportDetailsDto['archived_since']
}

/** Suggests the person, client, or project of the same name, else a new one unless it has been archived since. */
function suggestMapping(overview: ImportOverview, targets: ImportTargets): ImportMapping {
  const only = <Item>(items: Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null)
  const offered = new Set([...targets.clients, ...targets.projects].map(({ id }) => id))
  const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  const earlier = (kind: 'client' | 'project', key: string): string | null => {
    const id = targets.made.get(`${kind}:${key}`)
    return id !== undefined && offered.has(id) ? id : null
  }
  const gone = targets.archivedSince
  const member = ({ name, email }: { name: string; email: string | null }) =>
    targets.members.find((one) => email !== null && one.email === email) ??
    only(targets.members.filter((one) => same(one.name, name)))
  return {
    date_order: null,
    billable: false,
    billed_until: null,
    paid_until: null,
    archived: false,
    lists: overview.lists.map(({ key, suggested }) => ({ key, status: suggested })),
    people: overview.people.map((person) => ({ key: person.key, member_id: member(person)?.id ?? null })),
    clients: overview.clients.map(({ key, name }) => {
      const id =
        earlier('client', key) ??
        only(targets.clients.filter((client) => same(client.name, name) || same(client.company, name)))?.id
      if (id != null) return { key, to: { kind: 'existing', id } }
      return { key, to: gone.clients.includes(key) ? { kind: 'skip' } : { kind: 'new', name, email: '' } }
    }),
    projects: overview.projects.map(({ key, name }) => {
      const id =
        earlier('project', key) ?? only(targets.projects.filter((project) => same(project.name, name)))?.id
      if (id != null) return { key, to: { kind: 'existing', id } }
      return { key, to: gone.projects.includes(key) ? { kind: 'skip' } : { kind: 'new', name } }
    }),
  }
}
