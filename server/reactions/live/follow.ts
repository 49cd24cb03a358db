import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { LiveEvent } from '#shared/live.ts'
import type { UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { toTrpcError } from '../../core/wire-errors.ts'

/** What the caller's screens should refresh, from where they were cut off until their session ends. */
export async function* followChanges(
  ctx: UserRequest,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<TrackedEnvelope<LiveEvent>> {
  const { live } = ctx.services
  try {
    const stream = await live.open(ctx, ctx.sessionId ?? '', lastEventId)
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
