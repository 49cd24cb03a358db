import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'

/** A picture the caller may see: the platform's anybody, others those of the same agency. */
export async function requirePicture(
  db: Db,
  scope: Scope | null,
  id: string,
): Promise<{ storage_key: string; content_type: string }> {
  const row = await db
    .selectFrom('pictures')
    .select(['kind', 'agency_id', 'storage_key', 'content_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This picture')
  const isPublic = row.kind === 'platform-logo'
  const isNear = scope !== null && (isPlatformAdmin(scope) || row.agency_id === scope.agencyId)
  if (!isPublic && !isNear) throw notFound('This picture')
  return row
}
