import { IMPORT_KINDS, type ImportKind, type NotRemovedReason } from '#shared/overview/imports.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { listCards } from '../../../base/db/table-cards.ts'
import type { TenantTable } from '../../../base/db/tenants.ts'

const BATCH = 100

/** The table and id of rows of each kind; the table cards list references that prevent their deletion. */
export const PLACES = {
  client: 'clients',
  project: 'projects',
  task: 'tasks',
  comment: 'task_comments',
  entry: 'time_entries',
} as const satisfies Record<ImportKind, TenantTable>

/**
 * Deletes part of an import's records, dependent ones first, unless they were changed or used since. Returns
 * how many rows were processed; 0 if none are left.
 */
export async function removeBatch(tx: Tx<AgencyCtx>, importId: string): Promise<number> {
  for (const kind of IMPORT_KINDS.toReversed()) {
    const items = await selectFrom(tx, 'import_items')
      .select('id')
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('outcome', '=', 'made')
      .orderBy('position')
      .limit(BATCH)
      .execute()
    if (items.length === 0) continue
    const removed = await removeRows(
      tx,
      kind,
      items.map((item) => item.id),
    )
    if (kind === 'task' && removed.length > 0) {
      const { agencyId } = tx.reach
      await record(tx, 'import.tasks-removed', { id: importId, agencyId, taskIds: removed })
    }
    return items.length
  }
  return 0
}

/** Returns the ids of those removed. */
async function removeRows(tx: Tx<AgencyCtx>, kind: ImportKind, ids: string[]): Promise<string[]> {
  const reasons = await reasonsToKeep(tx, kind, ids)
  const removable = ids.filter((id) => !reasons.has(id))
  if (removable.length > 0) {
    await deleteFrom(tx, PLACES[kind] as 'tasks')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', 'in', removable)
      .execute()
    await updateTable(tx, 'import_items').set({ outcome: 'removed' }).where('id', 'in', removable).execute()
  }
  for (const [reason, rows] of Map.groupBy(reasons, ([, why]) => why)) {
    await updateTable(tx, 'import_items')
      .set({ outcome: 'kept', reason })
      .where(
        'id',
        'in',
        rows.map(([id]) => id),
      )
      .execute()
  }
  return removable
}

async function reasonsToKeep(
  tx: Tx<AgencyCtx>,
  kind: ImportKind,
  ids: string[],
): Promise<Map<string, NotRemovedReason>> {
  const reasons = new Map<string, NotRemovedReason>()
  for (const [table, { uses = {} }] of listCards(tx.services.tables)) {
    for (const [column, used] of Object.entries(uses)) {
      if (used !== PLACES[kind]) continue
      for (const id of await usedIn(tx, { table, column }, ids)) reasons.set(id, 'in_use')
    }
  }
  for (const id of await changed(tx, kind, ids)) reasons.set(id, 'changed')
  if (kind === 'entry') for (const [id, reason] of await billedTime(tx, ids)) reasons.set(id, reason)
  return reasons
}

async function usedIn(
  tx: Tx<AgencyCtx>,
  { table, column }: { table: string; column: string },
  ids: string[],
): Promise<string[]> {
  // Also by rows that the caller can't see, such as files of unsent messages.
  const rows = await selectFrom(acrossAgencies(tx), table as 'tasks')
    .select(column as 'project_id')
    .distinct()
    .where(column as 'project_id', 'in', ids)
    .execute()
  return rows.map((row) => (row as Record<string, string>)[column] ?? '')
}

/** New rows have version 1, which every change increments; comments store when they were edited. */
async function changed(tx: Tx<AgencyCtx>, kind: ImportKind, ids: string[]): Promise<string[]> {
  const rows =
    kind === 'comment'
      ? await selectFrom(tx, 'task_comments')
          .select('id')
          .where('id', 'in', ids)
          .where('edited_at', 'is not', null)
          .execute()
      : await selectFrom(tx, PLACES[kind] as 'tasks')
          .select('id')
          .where('id', 'in', ids)
          .where('version', '>', 1)
          .execute()
  return rows.map((row) => row.id)
}

/** Billing or paying time also increments its version, but the reported reason is the billing or payout. */
async function billedTime(tx: Tx<AgencyCtx>, ids: string[]): Promise<[string, NotRemovedReason][]> {
  const rows = await selectFrom(tx, 'time_entries')
    .select(['id', 'timesheet_id', 'invoice_id', 'payout_id'])
    .where('id', 'in', ids)
    .execute()
  return rows.flatMap(({ id, timesheet_id, invoice_id, payout_id }): [string, NotRemovedReason][] => {
    if (invoice_id !== null) return [[id, 'invoiced']]
    if (payout_id !== null) return [[id, 'paid_out']]
    return timesheet_id === null ? [] : [[id, 'in_timesheet']]
  })
}
