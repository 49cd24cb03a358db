import { dateInZone } from '#shared/dates.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Db } from '../db/schema.ts'

/** The calendar date of the instant where the agency is. */
export async function agencyDate(db: Db, agencyId: AgencyId, instant: Date): Promise<string> {
  const { timezone } = await db
    .selectFrom('agencies')
    .select('timezone')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return dateInZone(instant, timezone)
}
