import { clientsNamed } from '../../clients/queries/named.ts'
import { idsContaining, MOST_NAMED } from '../../core/containing.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** What the caller's agency issued that may hold the text, by itself or in its client's name; null where it may be all. */
export async function issuedContaining(ctx: UserCtx, text: string): Promise<string[] | null> {
  const clients = await clientsNamed(ctx, text)
  const own = clients === null ? null : await idsContaining(ctx, 'invoice', text)
  if (clients === null || own === null) return null
  if (clients.length === 0) return own
  const theirs = await selectFrom(ctx, 'invoices')
    .select('invoices.id')
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where('invoices.client_id', 'in', clients)
    .limit(MOST_NAMED + 1)
    .execute()
  return theirs.length > MOST_NAMED ? null : [...own, ...theirs.map(({ id }) => id)]
}
