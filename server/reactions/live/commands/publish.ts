import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx } from '../../../base/core/context.ts'
import { afterCommit } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { announceCommit } from '../signal.ts'

export interface Change {
  /** Names of the routers whose queries open screens should refresh, for example `['tasks', 'projects']`. */
  domains: string[]
  /** Defaults to the actor's agency. */
  agencyId?: AgencyId | null
  projectId?: string | null
  clientId?: string | null
  /** Limits it to this person. */
  userId?: string | null
}

/** What each transaction has published already; there are no savepoints whose rollback could undo some of it. */
const published = new WeakMap<Tx['db'], Set<string>>()

/** Publishes a change to open screens once the transaction commits; the same one only once. */
export async function publishChange(tx: Tx, change: Change): Promise<void> {
  const row = {
    agency_id: change.agencyId === undefined ? tx.reach.agencyId : change.agencyId,
    domains: change.domains.join(','),
    project_id: change.projectId ?? null,
    client_id: change.clientId ?? null,
    user_id: change.userId ?? null,
  }
  const earlier = published.get(tx.db) ?? new Set()
  published.set(tx.db, earlier)
  const key = Object.values(row).join('|')
  if (earlier.has(key)) return
  earlier.add(key)
  await tx.db
    .insertInto('changes')
    .values({ ...row, created_at: toInstant(tx.now) })
    .execute()
  afterCommit(tx, announceCommit)
}
