import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'

/** The zone whose days count for the caller: the one asked for, else the agency's, else UTC. */
export async function callerZone(db: Db, scope: Scope, requested?: string | null): Promise<string> {
  if (requested) return requested
  if (scope.agencyId === null) return 'UTC'
  const agency = await db
    .selectFrom('agencies')
    .select('timezone')
    .where('id', '=', scope.agencyId)
    .executeTakeFirst()
  return agency?.timezone ?? 'UTC'
}
