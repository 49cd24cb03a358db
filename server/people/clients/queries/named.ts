import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { idsContaining } from '../../../base/core/rows/text-filter.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'

/**
 * The clients, including archived ones, whose name, company, or email may contain the text; null if scanning
 * the list is better.
 */
export async function clientsNamed(ctx: Ctx, text: string): Promise<string[] | null> {
  const current = await idsContaining(ctx, 'client', text)
  if (current === null) return null
  const archived = await selectFrom(ctx, 'clients')
    .select('clients.id')
    .where('clients.archived_at', 'is not', null)
    .where((eb) => containsText(eb, [eb.ref('clients.name')], text))
    .execute()
  return [...current, ...archived.map(({ id }) => id)]
}
