import type { Reaction } from '../../base/core/context.ts'
import { acrossAgencies } from '../../base/core/rows/reach.ts'
import { queueWebhooks } from './commands/queue.ts'

/** Queues the event for each of the agency's webhooks subscribed to it. */
export const queueForWebhooks: Reaction = async (tx, { name, payload, agencyId, activity, webhook }) => {
  if (webhook === null || agencyId === null) return
  // Only owners can see webhooks, but anyone's actions trigger them.
  await queueWebhooks(acrossAgencies(tx), {
    agencyId,
    event: name,
    subjectId: payload.id,
    facts: { summary: activity ?? '', ...webhook },
  })
}
