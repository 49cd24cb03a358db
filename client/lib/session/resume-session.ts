import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { SESSION_MISSING } from '#shared/base/errors.ts'
import { errorData } from '../calls/errors.ts'
import { currentSession, isExpired, isSame, refreshSession } from './session-state.ts'

const wantsSession = (error: unknown): boolean => errorData(error).reason === SESSION_MISSING

/** Resolves when no password prompt is open any more, with whether the same user is signed in (again). */
async function sessionResumed(): Promise<boolean> {
  const { user } = currentSession.read()
  if (user === null) return false
  await refreshSession()
  await new Promise<void>((resolve) => {
    const settle = () => {
      if (isExpired()) return
      stop()
      resolve()
    }
    const stop = currentSession.subscribe(settle)
    settle()
  })
  const now = currentSession.read()
  return now.status === 'signed-in' && isSame(user, now.user)
}

/**
 * Repeats a call that failed because the session expired, after the user has signed in again over the page.
 */
export async function resuming<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!wantsSession(error) || !(await sessionResumed())) throw error
    return call()
  }
}

/**
 * The same for queries and mutations. Placed before the link that adds idempotency keys, so that the repeated
 * call keeps its key.
 */
export const resumeSession =
  (resumed = sessionResumed): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (op.type === 'subscription') return next(op)
    return observable((observer) => {
      let stopped = false
      const send = (onError: (error: Parameters<typeof observer.error>[0]) => void) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: onError,
        })
      let sent = send((error) => {
        if (!wantsSession(error)) return observer.error(error)
        void resumed().then((isSameUser) => {
          if (stopped) return
          if (!isSameUser) return observer.error(error)
          sent = send((second) => observer.error(second))
        })
      })
      return () => {
        stopped = true
        sent.unsubscribe()
      }
    })
  }
