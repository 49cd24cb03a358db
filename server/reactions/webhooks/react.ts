import type { Reaction } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { queueWebhooks } from './commands/queue.ts'

/** Queues the event for every webhook of the agency that listens to it. */
export const queueForWebhooks: Reaction = async (tx, { name, kind, payload, agencyId, activity }) => {
  if (!kind.webhook || agencyId === null) return
  // Who listens is the owner's to see; what anybody does is told all the same.
  await queueWebhooks(acrossAgencies(tx), {
    agencyId,
    event: name,
    subjectId: payload.id,
    summary: activity ?? '',
  })
}
