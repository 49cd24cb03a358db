import { setImmediate } from 'node:timers/promises'
import { batchesOf } from '#shared/base/paging.ts'
import type { ImportDto } from '#shared/overview/imports.ts'
import type { StoredImport } from '../../../base/adapters/vendor-exports/items.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireImport, toImport } from '../queries/imports.ts'

const ROWS_AT_ONCE = 250

/** Stores a parsed file in parts, so that others aren't blocked; doesn't create any records yet. */
export async function addImport(
  ctx: AgencyCtx,
  file: { name: string; read: StoredImport },
): Promise<ImportDto> {
  const id = newId()
  const { source, overview, items } = file.read
  const key = { agency_id: ctx.reach.agencyId, import_id: id, source }
  const now = toInstant(ctx.now)
  await insertInto(ctx, 'imports')
    .values({
      agency_id: ctx.reach.agencyId,
      id,
      source,
      file_name: file.name,
      status: 'reading',
      overview: JSON.stringify(overview),
      mapping: null,
      result: null,
      undone: null,
      failure: null,
      total: items.length,
      done: 0,
      lease_until: null,
      created_by: ctx.actor.userId,
      created_by_name: ctx.actor.name,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .execute()
  let position = 0
  for (const batch of batchesOf(items, ROWS_AT_ONCE)) {
    const rows = batch.map((item) => ({
      ...key,
      id: newId(),
      position: position++,
      kind: item.kind,
      external_id: item.external_id,
      line: item.line,
      data: item.data,
      outcome: null,
      reason: null,
    }))
    await insertInto(ctx, 'import_items').values(rows).execute()
    await setImmediate()
  }
  return transact(ctx, async (tx) => {
    await updateTable(tx, 'imports').set({ status: 'ready' }).where('id', '=', id).execute()
    await record(tx, 'import.uploaded', { id, source, fileName: file.name })
    return toImport(await requireImport(tx, id))
  })
}
