import { IMPORT_KINDS, type ImportKind, type KeptReason } from '#shared/imports.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { deleteFrom, selectFrom, updateTable } from '../../core/rows.ts'
import type { Schema } from '../../db/schema.ts'
import type { TenantTable } from '../../db/tenants.ts'

const BATCH = 100

/** A table and its column that names a row of another one. */
type Reference = { [Table in TenantTable]: readonly [Table, keyof Schema[Table] & string] }[TenantTable]

/** Where a row of the kind lies, and which rows elsewhere keep it from being removed. */
const PLACES = {
  client: {
    table: 'clients',
    usedBy: [
      ['projects', 'assigned_client_id'],
      ['profiles', 'client_id'],
      ['client_contacts', 'client_id'],
      ['client_notes', 'client_id'],
      ['invitations', 'client_id'],
      ['invoices', 'client_id'],
      ['autopay_mandates', 'client_id'],
      ['payments', 'client_id'],
      ['client_credits', 'client_id'],
      ['expenses', 'client_id'],
      ['process_runs', 'client_id'],
      ['event_attendees', 'client_id'],
    ],
  },
  project: {
    table: 'projects',
    usedBy: [
      ['tasks', 'project_id'],
      ['time_entries', 'project_id'],
      ['invoices', 'project_id'],
      ['invoice_items', 'project_id'],
      ['expenses', 'project_id'],
      ['process_runs', 'project_id'],
      ['files', 'project_id'],
      ['messages', 'project_id'],
    ],
  },
  task: {
    table: 'tasks',
    usedBy: [
      ['time_entries', 'task_id'],
      ['task_comments', 'task_id'],
      ['files', 'task_id'],
      ['task_dependencies', 'task_id'],
      ['task_dependencies', 'blocked_by_id'],
      ['process_run_steps', 'task_id'],
    ],
  },
  comment: { table: 'task_comments', usedBy: [] },
  entry: { table: 'time_entries', usedBy: [] },
} as const satisfies Record<ImportKind, { table: TenantTable; usedBy: readonly Reference[] }>

/**
 * Removes some of what an import made, what refers to others first, unless somebody changed or used it
 * since; returns how many rows it dealt with, 0 when none is left.
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
    await removeRows(
      tx,
      kind,
      items.map((item) => item.id),
    )
    return items.length
  }
  return 0
}

async function removeRows(tx: Tx<AgencyCtx>, kind: ImportKind, ids: string[]): Promise<void> {
  const kept = await reasonsToKeep(tx, kind, ids)
  const gone = ids.filter((id) => !kept.has(id))
  if (gone.length > 0) {
    await deleteFrom(tx, PLACES[kind].table as 'tasks')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', 'in', gone)
      .execute()
    await updateTable(tx, 'import_items').set({ outcome: 'removed' }).where('id', 'in', gone).execute()
  }
  for (const [reason, rows] of Map.groupBy(kept, ([, why]) => why)) {
    await updateTable(tx, 'import_items')
      .set({ outcome: 'kept', reason })
      .where(
        'id',
        'in',
        rows.map(([id]) => id),
      )
      .execute()
  }
}

async function reasonsToKeep(
  tx: Tx<AgencyCtx>,
  kind: ImportKind,
  ids: string[],
): Promise<Map<string, KeptReason>> {
  const kept = new Map<string, KeptReason>()
  for (const [table, column] of PLACES[kind].usedBy) {
    for (const id of await usedIn(tx, { table, column }, ids)) kept.set(id, 'in_use')
  }
  for (const id of await changed(tx, kind, ids)) kept.set(id, 'changed')
  if (kind === 'entry') for (const [id, reason] of await claimedTime(tx, ids)) kept.set(id, reason)
  return kept
}

async function usedIn(
  tx: Tx<AgencyCtx>,
  { table, column }: { table: TenantTable; column: string },
  ids: string[],
): Promise<string[]> {
  const rows = await selectFrom(tx, table as 'tasks')
    .select(column as 'project_id')
    .distinct()
    .where(column as 'project_id', 'in', ids)
    .execute()
  return rows.map((row) => (row as Record<string, string>)[column] ?? '')
}

/** A new row has version 1, which every change raises; a comment notes when it was edited. */
async function changed(tx: Tx<AgencyCtx>, kind: ImportKind, ids: string[]): Promise<string[]> {
  const rows =
    kind === 'comment'
      ? await selectFrom(tx, 'task_comments')
          .select('id')
          .where('id', 'in', ids)
          .where('edited_at', 'is not', null)
          .execute()
      : await selectFrom(tx, PLACES[kind].table as 'tasks')
          .select('id')
          .where('id', 'in', ids)
          .where('version', '>', 1)
          .execute()
  return rows.map((row) => row.id)
}

/** Billing or paying time raises its version, too: the reason is what was done with it. */
async function claimedTime(tx: Tx<AgencyCtx>, ids: string[]): Promise<[string, KeptReason][]> {
  const rows = await selectFrom(tx, 'time_entries')
    .select(['id', 'timesheet_id', 'invoice_id', 'payout_id'])
    .where('id', 'in', ids)
    .execute()
  return rows.flatMap(({ id, timesheet_id, invoice_id, payout_id }): [string, KeptReason][] => {
    if (invoice_id !== null) return [[id, 'invoiced']]
    if (payout_id !== null) return [[id, 'paid_out']]
    return timesheet_id === null ? [] : [[id, 'in_timesheet']]
  })
}
