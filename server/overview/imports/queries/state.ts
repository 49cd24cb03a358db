import type { ImportMapping } from '#shared/overview/schemas/imports.ts'
import { NO_CLIENT } from '../../../base/adapters/vendor-exports/collector.ts'
import type { ImportItem } from '../../../base/adapters/vendor-exports/items.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { roomFor } from '../../../identity/agencies/queries/limits.ts'
import { externalIdsOf, type ImportState, identified, knownKey, orderOf, weekKey } from '../rules.ts'
import { type ImportRow, overviewOf } from './imports.ts'
import { listMembers } from './members.ts'

const MADE = ['made', 'kept'] as const

/** The state that decisions depend on; `learn` adds what concerns specific rows. */
export async function openState(
  ctx: AgencyCtx,
  row: Pick<ImportRow, 'id' | 'source' | 'overview'>,
  mapping: ImportMapping,
): Promise<ImportState> {
  const members = new Map((await listMembers(ctx)).map((member) => [member.id, member]))
  const people = mapping.people.flatMap(({ key, member_id }) => {
    const member = members.get(member_id ?? '')
    return member === undefined ? [] : [[key, member] as const]
  })
  const agency = await selectFrom(ctx, 'agencies')
    .select(['currency', 'timezone'])
    .where('id', '=', ctx.reach.agencyId)
    .executeTakeFirstOrThrow()
  const overview = overviewOf(row)
  const state: ImportState = {
    zone: agency.timezone,
    currency: agency.currency,
    order: orderOf(overview, mapping),
    billable: mapping.billable,
    billedUntil: mapping.billed_until,
    paidUntil: mapping.paid_until,
    archived: mapping.archived,
    lists: new Map(mapping.lists.map(({ key, status }) => [key, status])),
    people: new Map(people),
    names: new Map(overview.people.map(({ key, name }) => [key, name])),
    clientTargets: new Map(mapping.clients.map(({ key, to }) => [key, to])),
    projectTargets: new Map(mapping.projects.map(({ key, to }) => [key, to])),
    clients: new Map(),
    projects: new Map(),
    tasks: new Map(),
    known: new Set(),
    lockedWeeks: await lockedWeeks(ctx),
    projectRoom: await projectRoom(ctx),
  }
  await resolveHeads(ctx, row, mapping, state)
  return state
}

/** Zero after the trial has expired, because no plan determines the limit. */
async function projectRoom(ctx: AgencyCtx): Promise<number | null> {
  try {
    return (await roomFor(ctx, 'projects')).room
  } catch (error) {
    if (error instanceof AppError) return 0
    throw error
  }
}

/** For contributors only; approval doesn't lock owners' weeks. */
async function lockedWeeks(ctx: AgencyCtx): Promise<Set<string>> {
  const sheets = await selectFrom(ctx, 'timesheets')
    .innerJoin('profiles', 'profiles.user_id', 'timesheets.user_id')
    .select(['timesheets.user_id', 'timesheets.week_start'])
    .where('timesheets.agency_id', '=', ctx.reach.agencyId)
    .where('timesheets.status', 'in', ['submitted', 'approved'])
    .where('profiles.role', '<>', 'agency_admin')
    .execute()
  return new Set(sheets.map((sheet) => weekKey(sheet.user_id, sheet.week_start)))
}

/**
 * Resolves the keys of clients and projects: those mapped, and those created by this or an earlier import.
 */
async function resolveHeads(
  ctx: AgencyCtx,
  row: Pick<ImportRow, 'id' | 'source'>,
  mapping: ImportMapping,
  state: ImportState,
): Promise<void> {
  const [clients, projects, imported, noClient] = await Promise.all([
    selectFrom(ctx, 'clients').select(['id', 'archived_at']).execute(),
    selectFrom(ctx, 'projects').select(['id', 'archived_at', 'billing_rate']).execute(),
    selectFrom(ctx, 'import_items')
      .select(['id', 'kind', 'external_id'])
      .where('source', '=', row.source)
      .where('kind', 'in', ['client', 'project'])
      .where('outcome', 'in', MADE)
      .execute(),
    // Its id differs between files, so only the one of this file applies.
    selectFrom(ctx, 'import_items')
      .select('external_id')
      .where('import_id', '=', row.id)
      .where('kind', '=', 'client')
      .where('external_id', 'like', `${NO_CLIENT}%`)
      .executeTakeFirst(),
  ])
  // Nothing is imported into archived records.
  const present = <Row extends { id: string; archived_at: string | null }>(rows: Row[]) =>
    new Map(rows.filter((row) => row.archived_at === null).map((row) => [row.id, row]))
  const clientIds = present(clients)
  const projectIds = present(projects)
  for (const item of imported) {
    const project = projectIds.get(item.id)
    if (item.kind === 'project' && project !== undefined) {
      state.projects.set(item.external_id, { id: item.id, rate: project.billing_rate })
    }
    if (item.kind !== 'client' || !clientIds.has(item.id)) continue
    if (item.external_id === noClient?.external_id) state.clients.set('', item.id)
    else if (!item.external_id.startsWith(NO_CLIENT)) state.clients.set(item.external_id, item.id)
  }
  for (const { key, to } of mapping.clients) {
    if (to.kind !== 'new') state.clients.delete(key)
    if (to.kind === 'existing' && clientIds.has(to.id)) state.clients.set(key, to.id)
  }
  for (const { key, to } of mapping.projects) {
    if (to.kind !== 'new') state.projects.delete(key)
    const project = to.kind === 'existing' ? projectIds.get(to.id) : undefined
    if (project !== undefined) {
      state.projects.set(key, { id: project.id, rate: project.billing_rate })
    }
  }
}

/** Adds which of the rows have been imported before, and the tasks that comments refer to. */
export async function learn(
  ctx: AgencyCtx,
  row: Pick<ImportRow, 'source'>,
  items: readonly ImportItem[],
  state: ImportState,
): Promise<void> {
  for (const [kind, some] of Map.groupBy(items, (item) => item.kind)) {
    const imported = await madeOf(ctx, row, kind, [...new Set(some.flatMap(externalIdsOf))])
    for (const item of imported) state.known.add(knownKey(item))
  }
  const tasks = items.flatMap((item) => (item.kind === 'comment' ? [item.task] : []))
  const unknown = [...new Set(tasks)].filter((task) => !state.tasks.has(task))
  if (unknown.length === 0) return
  const importedTasks = await madeOf(ctx, row, 'task', unknown)
  if (importedTasks.length === 0) return
  const present = await selectFrom(ctx, 'tasks')
    .select('id')
    .where(
      'id',
      'in',
      importedTasks.map((task) => task.id),
    )
    .execute()
  const ids = new Set(present.map((task) => task.id))
  for (const task of importedTasks) if (ids.has(task.id)) state.tasks.set(task.external_id, task.id)
}

const madeOf = (
  ctx: AgencyCtx,
  row: Pick<ImportRow, 'source'>,
  kind: ImportItem['kind'],
  externalIds: readonly string[],
) =>
  selectFrom(ctx, 'import_items')
    .select(['id', 'kind', 'external_id'])
    .where('source', '=', row.source)
    .where('kind', '=', kind)
    .where('external_id', 'in', externalIds)
    .where('outcome', 'in', MADE)
    .execute()

/** An import's unprocessed rows after a position, in order. */
export async function nextItems(
  ctx: AgencyCtx,
  row: Pick<ImportRow, 'id' | 'overview'>,
  mapping: ImportMapping,
  { after, limit }: { after: number; limit: number },
) {
  const order = orderOf(overviewOf(row), mapping)
  const rows = await selectFrom(ctx, 'import_items')
    .select(['id', 'position', 'line', 'external_id', 'data'])
    .where('import_id', '=', row.id)
    .where('position', '>', after)
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.flatMap(({ data, ...item }) =>
    data === null ? [] : [{ ...item, item: identified(JSON.parse(data) as ImportItem, order) }],
  )
}
