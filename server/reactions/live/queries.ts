import { batchesOf } from '#shared/base/paging.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx, UserCtx } from '../../base/core/context.ts'
import type { Db } from '../../base/db/schema.ts'
import { toInstant } from '../../base/db/values.ts'
import { joinPerson, maySignIn, toPerson } from '../../identity/auth/accounts/queries/person.ts'
import type { Position } from './position.ts'

export interface ChangeRow {
  id: number
  agency_id: AgencyId | null
  domains: string
  user_id: string | null
  /** The client concerned, directly or through its project. */
  client_id: string | null
}

/** Unread changes at this position, oldest first. */
export async function changesAfter(db: Db, position: Position, limit: number): Promise<ChangeRow[]> {
  const gaps = position.gaps.map((gap) => gap.id)
  return db
    .selectFrom('changes')
    .leftJoin('projects', 'projects.id', 'changes.project_id')
    .select((eb) => [
      'changes.id',
      'changes.agency_id',
      'changes.domains',
      'changes.user_id',
      eb.fn.coalesce('changes.client_id', 'projects.assigned_client_id').as('client_id'),
    ])
    .where((eb) =>
      gaps.length === 0
        ? eb('changes.id', '>', position.max)
        : eb.or([eb('changes.id', '>', position.max), eb('changes.id', 'in', gaps)]),
    )
    .orderBy('changes.id')
    .limit(limit)
    .execute()
}

/** The newest ids in the log, in ascending order. */
export async function newestIds(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('changes').select('id').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => row.id).reverse()
}

export async function oldestId(db: Db): Promise<number | null> {
  const row = await db.selectFrom('changes').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? null
}

/** Deletes changes older than an hour, except the newest, so that ids aren't reused. */
export async function deleteOldChanges({ db, now }: Ctx): Promise<void> {
  const cutoff = toInstant(new Date(now.getTime() - 3_600_000))
  await db
    .deleteFrom('changes')
    .where('created_at', '<', cutoff)
    .where('id', '<', (eb) => eb.selectFrom('changes').select((sub) => sub.fn.max('id').as('id')))
    .execute()
}

interface Holder {
  sessionId: string
  ctx: UserCtx
}

/** Returns the holders whose sessions still grant exactly the same access as when they connected. */
export async function keepEntitled<Item extends Holder>(db: Db, items: Item[], now: Date): Promise<Item[]> {
  const entitled: Item[] = []
  for (const batch of batchesOf(items, 500)) {
    const rows = await readSessions(
      db,
      batch.map((item) => item.sessionId),
      now,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const item of batch) {
      const row = byId.get(item.sessionId)
      if (row !== undefined && grantsTheSame(row, item.ctx)) entitled.push(item)
    }
  }
  return entitled
}

type AccessRow = Awaited<ReturnType<typeof readSessions>>[number]

function readSessions(db: Db, sessionIds: string[], now: Date) {
  const instant = toInstant(now)
  return joinPerson(
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['sessions.id', 'sessions.view_as_agency_id'])
      .where('sessions.id', 'in', sessionIds)
      .where('sessions.expires_at', '>', instant)
      .where('sessions.absolute_expires_at', '>', instant),
  ).execute()
}

function grantsTheSame(row: AccessRow, { actor, reach }: UserCtx): boolean {
  const isView = row.view_as_agency_id !== null && row.role === 'super_admin'
  const { contact } = toPerson(row)
  return (
    maySignIn(row) &&
    row.suspended_at === null &&
    row.user_id === actor.userId &&
    (isView ? 'agency_admin' : row.role) === actor.role &&
    (isView ? row.view_as_agency_id : row.agency_id) === reach.agencyId &&
    row.client_id === reach.clientId &&
    (contact?.seesProjects ?? true) === reach.seesProjects &&
    (contact?.seesBilling ?? true) === reach.seesBilling
  )
}
