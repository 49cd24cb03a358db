import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../../core/context.ts'
import { afterCommit } from '../../../core/transaction.ts'
import { toInstant } from '../../../db/values.ts'
import { announceCommit } from '../signal.ts'

export interface Change {
  /** Router names whose queries open screens should refresh, for instance `['tasks', 'projects']`. */
  domains: string[]
  /** Defaults to the actor's own agency. */
  agencyId?: AgencyId | null
  projectId?: string | null
  clientId?: string | null
  /** Only this person hears of it. */
  userId?: string | null
}

/** Announces a change to open screens once the transaction commits. */
export async function publishChange(tx: Tx, change: Change): Promise<void> {
  await tx.db
    .insertInto('changes')
    .values({
      agency_id: change.agencyId === undefined ? tx.reach.agencyId : change.agencyId,
      domains: change.domains.join(','),
      project_id: change.projectId ?? null,
      client_id: change.clientId ?? null,
      user_id: change.userId ?? null,
      created_at: toInstant(tx.now),
    })
    .execute()
  afterCommit(tx, announceCommit)
}
