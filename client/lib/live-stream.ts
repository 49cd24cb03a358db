import type { OpenStream } from './live.ts'
import { trpcClient } from './trpc.ts'

/** The stream of changes over server-sent events. The pauses between attempts are its follower's business. */
export const openLiveStream: OpenStream = (lastEventId, { onEvent, onLost }) => {
  const subscription = trpcClient.live.changes.subscribe(
    { lastEventId },
    {
      onData: ({ id, data }) => onEvent(id, data.domains),
      onError: onLost,
      onStopped: () => onLost(),
      onComplete: () => onLost(),
      onConnectionStateChange: ({ state, error }) => {
        // The browser would try again by itself, in its own time and for ever.
        if (state === 'connecting' && error !== null) onLost(error)
      },
    },
  )
  return () => subscription.unsubscribe()
}
