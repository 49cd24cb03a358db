import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { idsContaining } from '../../../base/core/rows/text-filter.ts'
import { MAX_CANDIDATES } from '../../../base/db/search/trigrams.ts'
import { clientsNamed } from '../../../people/clients/queries/named.ts'

/**
 * Current projects that may contain the text in their own fields or their client's name; null if that may be
 * all.
 */
export async function projectsContaining(ctx: UserCtx, text: string): Promise<string[] | null> {
  const clients = await clientsNamed(ctx, text)
  const own = clients === null ? null : await idsContaining(ctx, 'project', text)
  if (clients === null || own === null) return null
  if (clients.length === 0) return own
  const ofClients = await selectFrom(ctx, 'projects')
    .select('projects.id')
    .where('projects.assigned_client_id', 'in', clients)
    .limit(MAX_CANDIDATES + 1)
    .execute()
  return ofClients.length > MAX_CANDIDATES ? null : [...own, ...ofClients.map(({ id }) => id)]
}
