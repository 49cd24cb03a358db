import { links } from '#shared/base/links.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { publishChange } from '../../live/commands/publish.ts'
import { deliveredGroup, deliveredTitle } from '../rules.ts'

type Deliverable = PayloadOf<'file.deleted'>

/**
 * Withdraws what asks a client to review a deliverable that is deleted or reviewed now. A notification is about the
 * newest deliverables awaiting review when it was created, as many as its `count`; others of a burst stay in it.
 */
export async function withdrawDeliverable(tx: Tx, file: Deliverable): Promise<void> {
  if (!file.awaitsReview) return
  const all = acrossAgencies(tx)
  const people = selectFrom(all, 'profiles').select('user_id').where('agency_id', '=', file.agencyId)
  const asking = await selectFrom(all, 'notifications')
    .select(['id', 'user_id', 'count', 'created_at'])
    .where('user_id', 'in', people)
    .where('group_key', '=', deliveredGroup(file.projectId))
    .where('read_at', 'is', null)
    .where('created_at', '>=', file.addedAt)
    .execute()
  for (const notification of asking) {
    const { id, user_id: userId, count } = notification
    const awaiting = await awaitingAt(tx, file, notification)
    if (awaiting.filter((other) => other.created_at > file.addedAt).length >= count) continue
    const others = awaiting.slice(0, count - 1)
    const [latest] = others
    if (latest === undefined) await deleteFrom(all, 'notifications').where('id', '=', id).execute()
    else {
      const title = deliveredTitle(latest.name, others.length)
      const link = links.file(file.projectId, latest.id)
      await updateTable(all, 'notifications')
        .set({ title, link, count: others.length })
        .where('id', '=', id)
        .execute()
    }
    await publishChange(tx, { domains: ['notifications'], userId })
  }
}

/** The newest deliverables that a notification may be about. */
const awaitingAt = (
  tx: Tx,
  { agencyId, projectId }: Deliverable,
  { count, created_at }: { count: number; created_at: string },
) =>
  selectFrom(acrossAgencies(tx), 'files')
    .select(['id', 'name', 'created_at'])
    .where('agency_id', '=', agencyId)
    .where('project_id', '=', projectId)
    .where('kind', '=', 'deliverable')
    .where('review', 'is', null)
    .where('created_at', '<=', created_at)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
