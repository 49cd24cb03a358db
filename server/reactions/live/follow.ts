import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { LiveEvent } from '#shared/base/live.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import { toTrpcError } from '../../base/core/calls/wire-errors.ts'
import type { UserRequest } from '../../base/core/context.ts'

/**
 * Streams what the caller's screens should refresh, from where they lost the connection until their session
 * ends.
 */
export async function* followChanges(
  ctx: UserRequest,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackedEnvelope<LiveEvent>> {
  const { live, inFlight } = ctx.services
  const end = inFlight.begin()
  try {
    const stream = await live.open(ctx, ctx.sessionId ?? '', lastEventId)
    const endStream = () => stream.end()
    signal?.addEventListener('abort', endStream)
    if (signal?.aborted) endStream()
    try {
      for (;;) {
        const event = await stream.next()
        if (event === null) return
        yield tracked(event.id, event.data)
      }
    } finally {
      signal?.removeEventListener('abort', endStream)
      live.close(stream)
    }
  } catch (error) {
    throw error instanceof AppError ? toTrpcError(error) : error
  } finally {
    end()
  }
}
