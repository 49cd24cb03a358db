import type { Reaction } from '../../base/core/context.ts'
import { insertInto } from '../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../base/db/values.ts'

/** Appends events that have a sentence for it to the audit log. */
export const writeAudit: Reaction = async (tx, { name, kind, payload, agencyId, audit }) => {
  if (audit === null) return
  await insertInto(tx, 'audit_log')
    .values({
      id: newId(),
      agency_id: agencyId,
      actor_id: tx.actor.userId,
      actor_name: tx.actor.name,
      actor_role: tx.actor.role,
      action: name,
      subject_type: kind.subject,
      subject_id: payload.id,
      detail: audit,
      created_at: toInstant(tx.now),
    })
    .execute()
}
