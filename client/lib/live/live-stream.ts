import { trpcClient } from '../queries/trpc.ts'
import type { OpenStream } from './live.ts'

/** The update stream over server-sent events. The caller handles the delays between attempts. */
export const openLiveStream: OpenStream = (lastEventId, { onEvent, onLost }) => {
  const subscription = trpcClient.live.changes.subscribe(
    { lastEventId },
    {
      onData: ({ id, data }) => onEvent(id, data.domains),
      onError: onLost,
      onStopped: () => onLost(),
      onComplete: () => onLost(),
      onConnectionStateChange: ({ state, error }) => {
        // The browser would retry on its own schedule, forever.
        if (state === 'connecting' && error !== null) onLost(error)
      },
    },
  )
  return () => subscription.unsubscribe()
}
