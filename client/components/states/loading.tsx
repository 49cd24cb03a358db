import { Loader, Text } from '@mantine/core'
import { useWaitsForServer } from '#client/lib/calls/connection.ts'
import type { Trouble } from '#client/lib/session/session-state.ts'
import { Mark } from '../marks/mark.tsx'
import classes from './loading.module.css'

const WORDS: Record<Trouble | 'none', string> = {
  none: 'Loading...',
  unreachable: 'No connection. Trying again...',
  failing: 'The server has a problem. Trying again...',
}

interface LoadingProps {
  trouble?: Trouble | undefined
  /** Replaces the whole page, so it provides the main landmark. */
  page?: boolean
}

/**
 * Shown while the session or a screen loads; requests interrupted by a lost connection are retried
 * automatically.
 */
export function Loading({ trouble, page = false }: LoadingProps) {
  const Frame = page ? 'main' : 'div'
  const waits = useWaitsForServer()
  return (
    <Frame className={classes.screen}>
      <Mark size={32} opening />
      <Loader size="sm" />
      <Text c="dimmed" role="status">
        {WORDS[trouble ?? (waits ? 'unreachable' : 'none')]}
      </Text>
    </Frame>
  )
}
