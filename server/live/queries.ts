import type { AgencyId } from '#shared/roles.ts'
import { maySignIn } from '../auth/gate.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'
import { fromFlag, toInstant } from '../db/values.ts'
import type { Position } from './position.ts'

export interface ChangeRow {
  id: number
  agency_id: AgencyId | null
  domains: string
  user_id: string | null
  /** The client the change is about, by itself or through its project. */
  client_id: string | null
}

/** Changes not read yet at this position, oldest first. */
export async function readChanges(db: Db, position: Position, limit: number): Promise<ChangeRow[]> {
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

/** The newest ids of the log, oldest first. */
export async function readNewestIds(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('changes').select('id').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => row.id).reverse()
}

export async function readOldestId(db: Db): Promise<number | null> {
  const row = await db.selectFrom('changes').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? null
}

/** Changes are kept for an hour; the newest always stays, so that ids never look unused. */
export async function pruneChanges(db: Db, now: Date): Promise<void> {
  const cutoff = toInstant(new Date(now.getTime() - 3_600_000))
  await db
    .deleteFrom('changes')
    .where('created_at', '<', cutoff)
    .where('id', '<', (eb) => eb.selectFrom('changes').select((sub) => sub.fn.max('id').as('id')))
    .execute()
}

interface Holder {
  sessionId: string
  scope: Scope
}

/** Of the given holders, those whose session still grants exactly what it granted when they came. */
export async function keepEntitled<Item extends Holder>(db: Db, items: Item[], now: Date): Promise<Item[]> {
  const entitled: Item[] = []
  for (let start = 0; start < items.length; start += 500) {
    const chunk = items.slice(start, start + 500)
    const rows = await readSessions(
      db,
      chunk.map((item) => item.sessionId),
      now,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const item of chunk) {
      const row = byId.get(item.sessionId)
      if (row !== undefined && grantsTheSame(row, item.scope)) entitled.push(item)
    }
  }
  return entitled
}

type AccessRow = Awaited<ReturnType<typeof readSessions>>[number]

function readSessions(db: Db, sessionIds: string[], now: Date) {
  const instant = toInstant(now)
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('agencies', 'agencies.id', 'profiles.agency_id')
    .leftJoin('clients', 'clients.id', 'profiles.client_id')
    .leftJoin('client_contacts as contact', (join) =>
      join.onRef('contact.user_id', '=', 'users.id').onRef('contact.client_id', '=', 'profiles.client_id'),
    )
    .leftJoin('employees', 'employees.id', 'profiles.employee_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.view_as_agency_id',
      'users.disabled_at',
      'profiles.role',
      'profiles.agency_id',
      'profiles.client_id',
      'agencies.suspended_at',
      'clients.portal_access',
      'contact.portal_access as contact_access',
      'contact.can_see_projects',
      'contact.can_see_billing',
      'employees.deactivated_at',
    ])
    .where('sessions.id', 'in', sessionIds)
    .where('sessions.expires_at', '>', instant)
    .where('sessions.absolute_expires_at', '>', instant)
    .execute()
}

function grantsTheSame(row: AccessRow, scope: Scope): boolean {
  const isView = row.view_as_agency_id !== null && row.role === 'super_admin'
  return (
    maySignIn(row) &&
    row.suspended_at === null &&
    row.user_id === scope.userId &&
    (isView ? 'agency_admin' : row.role) === scope.role &&
    (isView ? row.view_as_agency_id : row.agency_id) === scope.agencyId &&
    row.client_id === scope.clientId &&
    // Null for who is no further contact of a client, and so has no such limits.
    isFlag(row.can_see_projects, scope.contact?.seesProjects) &&
    isFlag(row.can_see_billing, scope.contact?.seesBilling)
  )
}

const isFlag = (stored: number | null, granted: boolean | undefined): boolean =>
  stored === null ? granted === undefined : granted === fromFlag(stored)
