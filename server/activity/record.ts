import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../auth/scope.ts'
import type { Trx } from '../db/schema.ts'
import { newId, toInstant } from '../db/values.ts'
import { publishChange } from '../live/publish.ts'
import { queueWebhooks } from '../webhooks/commands/queue.ts'

export interface ActivityEntry {
  /** `domain.verb`, for instance `project.created`. */
  action: string
  subject: { type: string; id: string }
  /** The sentence people read. */
  summary: string
  /** Defaults to the actor's own agency. */
  agencyId?: AgencyId | null
  projectId?: string | null
  clientId?: string | null
  /** Routers whose queries the change touches, for instance `['tasks', 'projects']`. */
  touches: string[]
}

/** Writes the activity row of a change, in the change's own transaction, and announces it to open screens. */
export async function recordActivity(trx: Trx, scope: Scope, entry: ActivityEntry): Promise<void> {
  const agencyId = entry.agencyId === undefined ? scope.agencyId : entry.agencyId
  const now = toInstant(scope.now)
  await trx
    .insertInto('activity')
    .values({
      id: newId(),
      agency_id: agencyId,
      actor_id: scope.userId,
      actor_name: scope.name,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      summary: entry.summary,
      project_id: entry.projectId ?? null,
      client_id: entry.clientId ?? null,
      created_at: now,
    })
    .execute()
  if (agencyId !== null) {
    await queueWebhooks(trx, {
      agencyId,
      action: entry.action,
      subjectId: entry.subject.id,
      summary: entry.summary,
      at: now,
    })
  }
  await publishChange(trx, scope, {
    domains: [...entry.touches, 'activity', 'dashboard'],
    agencyId,
    projectId: entry.projectId,
    clientId: entry.clientId,
  })
}
