import { Button, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { serverAnswers, serverBack } from '#client/lib/reach.ts'
import classes from './loading.module.css'

/** In place of a screen that failed: offline it goes on by itself, at the same address. */
export function CrashScreen({ error }: { error: unknown }) {
  const [offline, setOffline] = useState(false)
  useEffect(() => {
    console.error(error)
    void serverAnswers().then(async (answers) => {
      if (answers) return
      setOffline(true)
      await serverBack()
      // Browsers keep the failure of an import for as long as the page lives.
      location.reload()
    })
  }, [error])
  return (
    <div className={classes.screen}>
      <Title order={1}>{offline ? "You're offline" : "This page couldn't be displayed"}</Title>
      <Text c="dimmed">
        {offline
          ? 'This page opens by itself as soon as the connection is back.'
          : 'Reloading usually helps. Your saved work is safe.'}
      </Text>
      {!offline && <Button onClick={() => location.reload()}>Reload</Button>}
    </div>
  )
}
