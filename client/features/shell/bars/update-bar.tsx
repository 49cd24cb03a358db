import { Button } from '@mantine/core'
import { startNewBuild, useNewBuild } from '#client/lib/service-worker.ts'
import classes from './shell.module.css'

/** Offers the new build; nobody is reloaded in the middle of something. */
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
