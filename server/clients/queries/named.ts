import { idsContaining } from '../../core/containing.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { containsText } from '../../db/dialect.ts'

/**
 * The clients, archived ones too, whose name, company or address may contain the text; null where the list of
 * what is theirs is better walked.
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
