import type { Operation, TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { randomId } from '../random-id.ts'
import { isUndecided } from './errors.ts'

/** After this long, the same input counts as a new action, even if the outcome of the first is unknown. */
const SAME_ACTION_MS = 10 * 60_000

interface Act {
  path: string
  input: string
  key: string
  running: number
  at: number
}

/**
 * Gives each user action an idempotency key, so that the server runs it only once. A second click while the
 * first call is pending and a resubmit of an unchanged form after a lost response reuse the key; after a
 * response, the next call gets a new one.
 */
export function keyMutations(now: () => number = Date.now): TRPCLink<AppRouter> {
  const acts = new Set<Act>()

  function startAct(path: string, input: string): Act {
    for (const act of acts) if (act.running === 0 && now() - act.at > SAME_ACTION_MS) acts.delete(act)
    const existing = [...acts].find((act) => act.path === path && act.input === input)
    const act = existing ?? { path, input, key: randomId(), running: 0, at: 0 }
    acts.add(act)
    act.running++
    act.at = now()
    return act
  }

  /** A response to another call of the procedure supersedes earlier ones without a response. */
  function answered(act: Act): void {
    acts.delete(act)
    for (const other of acts) if (other.path === act.path && other.running === 0) acts.delete(other)
  }

  return () =>
    ({ op, next }) => {
      if (op.type !== 'mutation') return next(op)
      return observable((observer) => {
        const act = startAct(op.path, JSON.stringify(op.input) ?? '')
        return next({ ...op, context: { ...op.context, idempotencyKey: act.key } }).subscribe({
          next(value) {
            act.running--
            answered(act)
            observer.next(value)
          },
          error(error) {
            act.running--
            if (!isUndecided(error)) answered(act)
            observer.error(error)
          },
          complete: () => observer.complete(),
        })
      })
    }
}

/** The header with the idempotency keys of a batch, in the order of its calls. */
export function keyHeader(operations: readonly Pick<Operation, 'context'>[]): Record<string, string> {
  const keys = operations.map(({ context }) => context.idempotencyKey ?? '')
  return keys.some((key) => key !== '') ? { 'idempotency-key': keys.join(',') } : {}
}
