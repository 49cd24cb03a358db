import type { Updateable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { Schema } from '../db/schema.ts'
import type { TenantTable } from '../db/tenants.ts'
import { toInstant } from '../db/values.ts'
import type { Tx } from './context.ts'
import { conflict } from './errors.ts'
import { updateTable } from './rows.ts'

/** The tenant tables whose rows carry a version that every update raises. */
export type VersionedTable = {
  [Table in TenantTable]: Schema[Table] extends {
    agency_id: unknown
    id: unknown
    version: unknown
    updated_at: unknown
  }
    ? Table
    : never
}[TenantTable]

/**
 * Writes the columns to the version that was read, and raises it; CONFLICT, named by `what` ("This task"),
 * when somebody saved the row in the meantime.
 */
export async function updateVersioned<Table extends VersionedTable>(
  tx: Tx,
  table: Table,
  row: { agency_id: AgencyId | null; id: string; version: number },
  columns: Omit<Updateable<Schema[Table]>, 'agency_id' | 'id' | 'version' | 'created_at' | 'updated_at'>,
  what: string,
): Promise<void> {
  const query = updateTable(tx, table) as unknown as UpdateQueryBuilder<
    Schema,
    'tasks',
    'tasks',
    UpdateResult
  >
  const { numUpdatedRows } = await query
    .set({ ...columns, version: row.version + 1, updated_at: toInstant(tx.now) })
    .where((eb) =>
      row.agency_id === null ? eb('agency_id', 'is', null) : eb('agency_id', '=', row.agency_id),
    )
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict(what)
}
