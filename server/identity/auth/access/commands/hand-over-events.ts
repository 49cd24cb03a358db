import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'

/**
 * The agency's primary owner organizes the person's events from now on, and the person attends none: invited back,
 * for example as a client, they would see them again.
 */
export async function handOverEvents(
  tx: Tx,
  { userId, agencyId }: { userId: string; agencyId: AgencyId },
): Promise<void> {
  const everywhere = acrossAgencies(tx)
  const { owner_id } = await selectFrom(everywhere, 'agencies')
    .select('owner_id')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  await updateTable(everywhere, 'events')
    .set({ organizer_id: owner_id })
    .where('agency_id', '=', agencyId)
    .where('organizer_id', '=', userId)
    .execute()
  await deleteFrom(everywhere, 'event_attendees')
    .where('user_id', '=', userId)
    .where('event_id', 'in', selectFrom(everywhere, 'events').select('id').where('agency_id', '=', agencyId))
    .execute()
}
