import type { Reaction } from '../../core/context.ts'
import { insertInto } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'

/** Writes the row of the activity feed, for the events that have a sentence there. */
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
