import { Button, Text } from '@mantine/core'
import type { SaveState as State } from './autosave.ts'

interface SaveStateProps {
  draft: { state: State; flush: () => Promise<void> }
  className?: string
}

/**
 * The save status of a record edited in place. Its elements are removed together with any text that a page translator
 * put in them.
 */
export const SaveState = ({ draft, className }: SaveStateProps) => (
  <Text size="sm" c="dimmed" role="status" className={className}>
    {draft.state === 'saving' && <span>Saving...</span>}
    {draft.state === 'saved' && <span>Saved</span>}
    {draft.state === 'incomplete' && <span>Not saved: please check what you entered</span>}
    {draft.state === 'failed' && (
      <span>
        Not saved{' '}
        <Button size="compact-xs" variant="default" onClick={() => void draft.flush()}>
          Try again
        </Button>
      </span>
    )}
  </Text>
)
