import { setTimeout as sleep } from 'node:timers/promises'
import type { SharedTrx } from '../db/tenants.ts'
import type { Ctx, Tx } from './context.ts'

const afterCommitHooks = new WeakMap<SharedTrx, (() => void)[]>()

/** PostgreSQL's error code for a deadlock. */
const DEADLOCK = '40P01'
const ATTEMPTS = 8
/** Random pauses, so that the same transactions don't collide again. */
const LONGEST_PAUSE_MS = 200

/**
 * Runs the work in one write transaction, or in the one already open. Only await the given transaction
 * inside: on SQLite, all other queries of the process wait for it; on PostgreSQL, the work is retried after a
 * deadlock.
 */
export async function transact<Context extends Ctx, Result>(
  ctx: Context,
  work: (tx: Tx<Context>) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work(ctx as Tx<Context>)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOnce(ctx, work)
    } catch (error) {
      if (attempt === ATTEMPTS || (error as { code?: unknown }).code !== DEADLOCK) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS)
    }
  }
}

async function transactOnce<Context extends Ctx, Result>(
  ctx: Context,
  work: (tx: Tx<Context>) => Promise<Result>,
): Promise<Result> {
  const hooks: (() => void)[] = []
  const result = await ctx.db.transaction().execute((trx) => {
    afterCommitHooks.set(trx, hooks)
    return work({ ...ctx, db: trx })
  })
  for (const hook of hooks) hook()
  return result
}

/** Runs the hook after the transaction has committed; never if it is rolled back. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const hooks = afterCommitHooks.get(tx.db)
  if (hooks === undefined) throw new Error('afterCommit needs a transaction opened by transact()')
  hooks.push(hook)
}
