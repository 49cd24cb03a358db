import type { Db, Trx } from './schema.ts'

const afterCommitHooks = new WeakMap<Trx, (() => void)[]>()

/**
 * Runs the work in one write transaction, or in the one already open. Await nothing but the given
 * transaction inside: on SQLite every other query of the process waits for it.
 */
export async function transact<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Trx)
  const hooks: (() => void)[] = []
  const result = await db.transaction().execute((trx) => {
    afterCommitHooks.set(trx, hooks)
    return work(trx)
  })
  for (const hook of hooks) hook()
  return result
}

/** Runs the hook once the transaction has committed, never when it rolls back. */
export function afterCommit(trx: Trx, hook: () => void): void {
  const hooks = afterCommitHooks.get(trx)
  if (hooks === undefined) throw new Error('afterCommit needs a transaction opened by transact()')
  hooks.push(hook)
}
