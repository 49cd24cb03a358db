import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock } from '../db/engines/dialect.ts'
import type { SharedTrx } from '../db/tenants.ts'
import { type LockOwner, lockTransactions } from '../db/transaction-lock.ts'
import type { Ctx, Tx } from './context.ts'
import { fewAtOnce } from './few-at-once.ts'
import { isTransaction } from './rows/reach.ts'

const afterCommitHooks = new WeakMap<SharedTrx, (() => void)[]>()

/** The maximum per agency, so that transactions waiting for each other leave connections to other agencies. */
const CONNECTIONS = 4
const ATTEMPTS = 8
/** Random pauses, so that the same transactions don't collide again. */
const LONGEST_PAUSE_MS = 200

/**
 * Runs the work in one write transaction, or in the one already open. What it reads of the caller's agency stays
 * valid until it ends: on SQLite, all other queries of the process wait, so only await the given transaction
 * inside; on PostgreSQL, the agency's other transactions wait, and the work is repeated after a deadlock.
 */
export const transact = <Context extends Ctx, Result>(
  ctx: Context,
  work: (tx: Tx<Context>) => Promise<Result>,
): Promise<Result> => transactIn(ctx, ctx.reach.agencyId, work)

/** The same for an agency that isn't the caller's: for jobs, links and the platform. */
export async function transactIn<Context extends Ctx, Result>(
  ctx: Context,
  agencyId: string | null,
  work: (tx: Tx<Context>) => Promise<Result>,
): Promise<Result> {
  if (isTransaction(ctx)) {
    if (agencyId !== null && agencyId !== ctx.reach.agencyId) await lockAgency(ctx, agencyId)
    return work(ctx)
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fewAtOnce(agencyId, CONNECTIONS, () => transactOnce(ctx, agencyId, work))
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS)
    }
  }
}

async function transactOnce<Context extends Ctx, Result>(
  ctx: Context,
  agencyId: string | null,
  work: (tx: Tx<Context>) => Promise<Result>,
): Promise<Result> {
  const hooks: (() => void)[] = []
  const owner = lockOwner(ctx, agencyId)
  const result = await ctx.db.transaction().execute(async (trx) => {
    afterCommitHooks.set(trx, hooks)
    if (owner !== null) await lockTransactions(trx, owner)
    return work({ ...ctx, db: trx })
  })
  for (const hook of hooks) hook()
  return result
}

/** Excludes the agency's other transactions, for a transaction that only learns its agency once it is open. */
export const lockAgency = (tx: Tx, agencyId: string): Promise<void> =>
  lockTransactions(tx.db, { of: 'agency', id: agencyId })

/** Null for jobs and links that name no agency. */
function lockOwner({ actor, reach }: Ctx, agencyId: string | null): LockOwner | null {
  if (agencyId !== null) return { of: 'agency', id: agencyId }
  if (reach.kind === 'platform' || actor.kind === 'provider') return { of: 'platform' }
  return actor.userId === null ? null : { of: 'person', id: actor.userId }
}

/** Runs the hook after the transaction has committed; never if it is rolled back. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const hooks = afterCommitHooks.get(tx.db)
  if (hooks === undefined) throw new Error('afterCommit needs a transaction opened by transact()')
  hooks.push(hook)
}
