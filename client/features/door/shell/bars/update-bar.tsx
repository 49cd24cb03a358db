import { Button } from '@mantine/core'
import { startNewBuild, useNewBuild } from '#client/lib/live/service-worker.ts'
import classes from './shell.module.css'

/** Offers to load the new build; the page never reloads on its own. */
export function UpdateBar() {
  if (!useNewBuild()) return null
  return (
    <div className={classes.notice} role="status">
      A new version of the portal is ready.{' '}
      <Button size="compact-sm" variant="default" onClick={startNewBuild}>
        Reload
      </Button>
    </div>
  )
}
