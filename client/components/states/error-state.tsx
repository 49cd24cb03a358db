import { Button } from '@mantine/core'
import { isUnanswered, serverMessage } from '#client/lib/calls/errors.ts'
import { EmptyState } from './empty-state.tsx'

/** An error message with a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = isUnanswered(error)
    ? 'Can’t reach the server. Check your connection and try again.'
    : (serverMessage(error) ?? 'Something went wrong. Please try again.')
  return (
    <EmptyState
      drawing="broken"
      title="This couldn’t be loaded"
      message={message}
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
