import type { SharedTrx } from '../db/tenants.ts'
import type { Ctx, Tx } from './context.ts'

const afterCommitHooks = new WeakMap<SharedTrx, (() => void)[]>()

/**
 * Runs the work in one write transaction, or in the one already open. Await nothing but the given
 * transaction inside: on SQLite every other query of the process waits for it.
 */
export async function transact<Context extends Ctx, Result>(
  ctx: Context,
  work: (tx: Tx<Context>) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work(ctx as Tx<Context>)
  const hooks: (() => void)[] = []
  const result = await ctx.db.transaction().execute((trx) => {
    afterCommitHooks.set(trx, hooks)
    return work({ ...ctx, db: trx })
  })
  for (const hook of hooks) hook()
  return result
}

/** Runs the hook once the transaction has committed, never when it rolls back. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const hooks = afterCommitHooks.get(tx.db)
  if (hooks === undefined) throw new Error('afterCommit needs a transaction opened by transact()')
  hooks.push(hook)
}
