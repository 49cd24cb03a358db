import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'
import { newId, toInstant } from '../db/values.ts'

export interface AuditEntry {
  /** `area.event`, for instance `session.sign-in` or `agency.suspended`. */
  action: string
  subject: { type: string; id: string }
  /** What happened, in words; never a secret. */
  detail: string
  /** Defaults to the actor's own agency. */
  agencyId?: AgencyId | null
}

/** Who acts: a scope, or the little that is known of somebody not signed in. */
export type AuditActor = Pick<Scope, 'now'> & Partial<Pick<Scope, 'userId' | 'name' | 'role' | 'agencyId'>>

/** Appends a row to the audit log; pass the transaction of the change it tells about. */
export async function recordAudit(db: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      agency_id: entry.agencyId === undefined ? (actor.agencyId ?? null) : entry.agencyId,
      actor_id: actor.userId ?? null,
      actor_name: actor.name ?? 'Somebody signed out',
      actor_role: actor.role ?? null,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      detail: entry.detail,
      created_at: toInstant(actor.now),
    })
    .execute()
}
