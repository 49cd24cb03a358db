import type { Operation, TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { isUndecided } from './errors.ts'

/** After this long the same input is a new act, whatever became of the first one. */
const KEPT_MS = 10 * 60_000

interface Act {
  path: string
  input: string
  key: string
  running: number
  at: number
}

/**
 * Names each act of the user with a key, so that the server does it once however often it is sent. A second
 * click while the first is under way, and one on an unchanged form after a lost answer, are the same act;
 * once answered, the next one is new.
 */
export function keyMutations(now: () => number = Date.now): TRPCLink<AppRouter> {
  const acts = new Set<Act>()

  function begin(path: string, input: string): Act {
    for (const act of acts) if (act.running === 0 && now() - act.at > KEPT_MS) acts.delete(act)
    const known = [...acts].find((act) => act.path === path && act.input === input)
    const act = known ?? { path, input, key: crypto.randomUUID(), running: 0, at: 0 }
    acts.add(act)
    act.running++
    act.at = now()
    return act
  }

  /** An answer to another call of the procedure makes an earlier, lost one a thing of the past. */
  function answered(act: Act): void {
    acts.delete(act)
    for (const other of acts) if (other.path === act.path && other.running === 0) acts.delete(other)
  }

  return () =>
    ({ op, next }) => {
      if (op.type !== 'mutation') return next(op)
      return observable((observer) => {
        const act = begin(op.path, JSON.stringify(op.input) ?? '')
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

/** The header that lists the keys of a request's calls in their order. */
export function keyHeader(operations: readonly Pick<Operation, 'context'>[]): Record<string, string> {
  const keys = operations.map(({ context }) => context.idempotencyKey ?? '')
  return keys.some((key) => key !== '') ? { 'idempotency-key': keys.join(',') } : {}
}
