import { randomUUID } from 'node:crypto'
import { readExport } from '#server/base/adapters/vendor-exports/read.ts'
import type { Db } from '#server/base/db/schema.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { ImportStatus } from '#shared/overview/imports.ts'
import { insert, now } from './rows.ts'

/** An uploaded file of the agency that hasn't been imported yet. */
export async function addImport(
  db: Db,
  agency_id: AgencyId,
  file_name: string,
  status: ImportStatus = 'ready',
): Promise<{ id: string }> {
  const key = { agency_id, source: 'harvest' as const }
  const { overview, items } = await readExport(Buffer.from(HARVEST))
  const import_id = randomUUID()
  await insert(db, 'imports', [
    {
      ...key,
      id: import_id,
      file_name,
      status,
      overview: JSON.stringify(overview),
      total: items.length,
      done: 0,
      created_by_name: 'Somebody',
      created_at: now,
      updated_at: now,
    },
  ])
  const rows = items.map((item, position) => ({
    ...key,
    id: randomUUID(),
    import_id,
    position,
    kind: item.kind,
    external_id: item.external_id,
    data: JSON.stringify(item),
  }))
  await insert(db, 'import_items', rows)
  return { id: import_id }
}

const HARVEST = `Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name
2026-02-03,Lumen,Portal,Design,,1,Yes,No,Ada,Byron`
