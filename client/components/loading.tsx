import { Loader, Text } from '@mantine/core'
import { useWaitsForServer } from '#client/lib/reach.ts'
import classes from './loading.module.css'
import { Mark } from './mark.tsx'

/** Shown while the session or a screen loads; what was on its way when the connection broke goes on by itself. */
export function Loading({ unreachable = false }: { unreachable?: boolean }) {
  const waits = useWaitsForServer()
  return (
    <div className={classes.screen} role="status">
      <Mark size={32} opening />
      <Loader size="sm" />
      <Text c="dimmed">{unreachable || waits ? 'No connection. Trying again...' : 'Loading...'}</Text>
    </div>
  )
}
