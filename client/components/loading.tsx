import { Loader, Text } from '@mantine/core'
import classes from './loading.module.css'

/** Full-screen loader shown while the session loads. */
export function Loading({ unreachable }: { unreachable?: boolean }) {
  return (
    <div className={classes.screen} role="status">
      <Loader size="sm" />
      <Text c="dimmed">{unreachable ? 'No connection. Trying again...' : 'Loading...'}</Text>
    </div>
  )
}
