import type { AgencyId } from '#shared/roles.ts'
import type { Db } from '../db/schema.ts'

/** ISO 4217; people without an agency and the platform count in dollars. */
export async function agencyCurrency(db: Db, agencyId: AgencyId | null): Promise<string> {
  if (agencyId === null) return 'USD'
  const { currency } = await db
    .selectFrom('agencies')
    .select('currency')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return currency
}

/** The zone of the agency's books, weeks and documents. */
export async function agencyZone(db: Db, agencyId: AgencyId): Promise<string> {
  const { timezone } = await db
    .selectFrom('agencies')
    .select('timezone')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return timezone
}
