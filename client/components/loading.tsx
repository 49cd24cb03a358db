import { Loader, Text } from '@mantine/core'
import classes from './loading.module.css'

/** Full-screen loader shown while the session loads. */
export function Loading() {
  return (
    <div className={classes.screen} role="status">
      <Loader size="sm" />
      <Text c="dimmed">Loading...</Text>
    </div>
  )
}
