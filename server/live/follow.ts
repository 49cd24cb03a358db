import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { LiveEvent } from '#shared/live.ts'
import type { Scope } from '../auth/scope.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../trpc/context.ts'
import { toTrpcError } from '../trpc/error-map.ts'

interface Follower {
  services: Services
  scope: Scope
  sessionId: string | null
}

/** What the caller's screens should refresh, from where they were cut off until their session ends. */
export async function* followChanges(
  { services: { live }, scope, sessionId }: Follower,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackedEnvelope<LiveEvent>> {
  try {
    const stream = await live.open(scope, sessionId ?? '', lastEventId)
    const hangUp = () => stream.end()
    signal?.addEventListener('abort', hangUp)
    if (signal?.aborted) hangUp()
    try {
      for (;;) {
        const event = await stream.next()
        if (event === null) return
        yield tracked(event.id, event.data)
      }
    } finally {
      signal?.removeEventListener('abort', hangUp)
      live.close(stream)
    }
  } catch (error) {
    throw error instanceof AppError ? toTrpcError(error) : error
  }
}
