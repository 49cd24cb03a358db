import { Button } from '@mantine/core'
import { isConnectionFailure, serverMessage } from '#client/lib/errors.ts'
import { EmptyState } from './empty-state.tsx'

/** What happened, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = isConnectionFailure(error)
    ? 'The server could not be reached. Check your connection and try again.'
    : (serverMessage(error) ?? 'Something went wrong. Please try again.')
  return (
    <EmptyState
      drawing="broken"
      title="This could not be loaded"
      message={message}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
