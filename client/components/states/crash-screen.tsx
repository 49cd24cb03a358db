import { Button, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { serverAnswers, serverBack } from '#client/lib/calls/connection.ts'
import classes from './loading.module.css'

/** Logs the error and says whether the network is to blame, in which case the page reloads once it is back. */
export function useCrash(error: unknown): boolean {
  const [offline, setOffline] = useState(false)
  useEffect(() => {
    console.error(error)
    void serverAnswers().then(async (answers) => {
      if (answers) return
      setOffline(true)
      await serverBack()
      // Browsers cache a failed import for the lifetime of the page.
      location.reload()
    })
  }, [error])
  return offline
}

/** Shown instead of a screen that crashed. After a network failure it retries automatically at the same URL. */
export function CrashScreen({ error }: { error: unknown }) {
  const offline = useCrash(error)
  return (
    <div className={classes.screen}>
      <Title order={1}>{offline ? 'You’re offline' : 'This page couldn’t be displayed'}</Title>
      <Text c="dimmed">
        {offline
          ? 'This page opens as soon as you’re back online.'
          : 'Reloading usually helps. Your saved work is safe.'}
      </Text>
      {!offline && <Button onClick={() => location.reload()}>Reload</Button>}
    </div>
  )
}
