import type { Insertable, Updateable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Schema } from '../../db/schema.ts'
import type { TenantTable } from '../../db/tenants.ts'
import { toInstant } from '../../db/values.ts'
import { conflict } from '../calls/errors.ts'
import type { Tx } from '../context.ts'
import { insertInto, updateTable } from './rows.ts'

/** Tenant tables whose rows have a version that increases with every update. */
export type VersionedTable = {
  [Table in TenantTable]: Schema[Table] extends {
    agency_id: unknown
    id: unknown
    version: unknown
  }
    ? Table
    : never
}[TenantTable]

/** Versioned tables without `updated_at`. */
const TIMELESS: Record<
  {
    [Table in VersionedTable]: Schema[Table] extends { updated_at: unknown } ? never : Table
  }[VersionedTable],
  true
> = { process_runs: true, timesheets: true }

/**
 * Updates the columns if the version is unchanged, and increments it; otherwise throws CONFLICT, naming
 * `what` ("This task").
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
    .set({
      ...columns,
      version: row.version + 1,
      ...(!Object.hasOwn(TIMELESS, table) && { updated_at: toInstant(tx.now) }),
    })
    .where((eb) =>
      row.agency_id === null ? eb('agency_id', 'is', null) : eb('agency_id', '=', row.agency_id),
    )
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict(what)
}

/** Versioned tables without ids: one row per agency, or per kind of document or mail of an agency. */
type SettingsTable = {
  [Table in TenantTable]: 'version' extends keyof Schema[Table]
    ? 'id' extends keyof Schema[Table]
      ? never
      : Table
    : never
}[TenantTable]

/**
 * Inserts an agency's settings (version 0) or updates them if the version is unchanged; otherwise throws CONFLICT,
 * naming `what` ("This rule").
 */
export async function saveSettings<Table extends SettingsTable>(
  tx: Tx,
  table: Table,
  key: Pick<Schema[Table], Extract<keyof Schema[Table], 'agency_id' | 'kind' | 'occasion'>>,
  version: number,
  columns: Omit<Updateable<Schema[Table]>, 'agency_id' | 'kind' | 'occasion' | 'version' | 'updated_at'>,
  what: string,
): Promise<void> {
  const values = { ...columns, version: version + 1, updated_at: toInstant(tx.now) }
  const settings = table as 'collection_rules'
  const saved =
    version === 0
      ? await insertInto(tx, settings)
          .values({ ...key, ...values } as unknown as Insertable<Schema['collection_rules']>)
          .onConflict((clash) => clash.columns(Object.keys(key) as 'agency_id'[]).doNothing())
          .returning('version')
          .executeTakeFirst()
      : await updateTable(tx, settings)
          .set(values)
          .where((eb) => eb.and(key))
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (saved === undefined) throw conflict(what)
}
