import type { AgencyId } from '#shared/base/roles.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { openDay, periodClosed } from '../../queries/open-days.ts'

const INSTEAD =
  'This project has hours or expenses in them, so its client can’t be changed. Create a project for the new client.'

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
  const entry = await selectFrom(tx, 'ledger_entries')
    .select('occurred_on')
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .where('client_id', 'is', null)
    .orderBy('occurred_on')
    .limit(1)
    .executeTakeFirst()
  const time = await selectFrom(tx, 'time_entries')
    .select('worked_on')
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .orderBy('worked_on')
    .limit(1)
    .executeTakeFirst()
  return [entry?.occurred_on, time?.worked_on].filter((day) => day !== undefined).toSorted()[0]
}
