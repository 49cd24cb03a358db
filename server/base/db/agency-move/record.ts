import { type Selectable, sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Db, Schema } from '../schema.ts'

export type AgencyMove = Selectable<Schema['agency_moves']>

/** The unfinished move away from this installation; there is at most one. */
export const findMoving = async (db: Db): Promise<AgencyMove | null> =>
  (await db.selectFrom('agency_moves').selectAll().where('state', '=', 'moving').executeTakeFirst()) ?? null

export const findMove = async (db: Db, agencyId: AgencyId): Promise<AgencyMove | null> =>
  (await db.selectFrom('agency_moves').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()) ??
  null

/**
 * The completed move of an agency, found by its id or former name, unless an agency here now has that id or
 * name.
 */
export async function findGone(db: Db, nameOrId: string): Promise<AgencyMove | null> {
  const move = await db
    .selectFrom('agency_moves')
    .selectAll()
    .where('state', '=', 'moved')
    .where((eb) => eb.or([eb('name', '=', nameOrId), eb('agency_id', '=', sql<AgencyId>`${nameOrId}`)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('agencies')
            .select('id')
            .where((eb) => eb.or([eb('name', '=', nameOrId), eb('id', '=', sql<AgencyId>`${nameOrId}`)])),
        ),
      ),
    )
    .orderBy('ended_at', 'desc')
    .executeTakeFirst()
  return move ?? null
}

/** Replaces the record of any earlier move: only an agency's latest is stored. */
export async function addMove(trx: Db, move: AgencyMove): Promise<void> {
  await deleteMove(trx, move.agency_id)
  await trx.insertInto('agency_moves').values(move).execute()
}

export async function deleteMove(trx: Db, agencyId: AgencyId): Promise<void> {
  await trx.deleteFrom('agency_moves').where('agency_id', '=', agencyId).execute()
}
