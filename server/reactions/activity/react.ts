import type { Reaction } from '../../base/core/context.ts'
import { insertInto } from '../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../base/db/values.ts'

/** Adds events that have a sentence for it to the activity feed. */
export const writeActivity: Reaction = async (tx, { name, kind, payload, agencyId, activity }) => {
  if (activity === null) return
  await insertInto(tx, 'activity')
    .values({
      id: newId(),
      agency_id: agencyId,
      actor_id: (payload.by ?? tx.actor).userId,
      actor_name: (payload.by ?? tx.actor).name,
      action: name,
      subject_type: kind.subject,
      subject_id: payload.id,
      summary: activity,
      project_id: payload.projectId ?? null,
      client_id: payload.clientId ?? null,
      created_at: toInstant(tx.now),
    })
    .execute()
}
