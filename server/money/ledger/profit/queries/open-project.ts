import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { openDay, periodClosed } from '../../queries/open-days.ts'

const INSTEAD =
  'This project has hours or expenses in them, so its client stays. Create a project for the new client.'

/** Throws CONFLICT if a closed period has amounts of the project that count for its client. */
export async function requireOpenProject(
  tx: Tx,
  { id, agencyId }: PayloadOf<'project.client-changed'>,
): Promise<void> {
  if (agencyId == null) return
  const day = await firstDay(tx, agencyId, id)
  if (day === undefined) return
  const decided = await openDay(tx, agencyId, day)
  if (decided.state === 'closed') throw periodClosed(decided.until, INSTEAD, 'client')
}

/** The first day with hours of the project, or with an entry that doesn't name a client itself. */
async function firstDay(tx: Tx, agencyId: AgencyId, projectId: string): Promise<string | undefined> {
  const { timezone } = await selectFrom(tx, 'agencies')
    .select('timezone')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const entry = await selectFrom(tx, 'ledger_entries')
    .select('occurred_on')
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .where('client_id', 'is', null)
    .orderBy('occurred_on')
    .limit(1)
    .executeTakeFirst()
  const time = await selectFrom(tx, 'time_entries')
    .select('started_at')
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  const worked = time && dateInZone(new Date(time.started_at), timezone)
  return [entry?.occurred_on, worked].filter((day) => day !== undefined).toSorted()[0]
}
