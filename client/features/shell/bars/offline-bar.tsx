import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import classes from './shell.module.css'

/** A moment without the server, such as its restart, is not worth a word. */
const PATIENCE_MS = 4000

/** Says why the screen may be out of date; `connected` is whether changes arrive by themselves. */
export function OfflineBar({ connected }: { connected: boolean }) {
  const { online } = useNetwork()
  const lost = useLasting(!connected, PATIENCE_MS)
  if (online && !lost) return null
  return (
    <div className={classes.notice} role="status">
      {online
        ? 'The connection to the server is lost. Trying to reconnect…'
        : 'You are offline. What you see may be out of date; messages are sent once you are back.'}
    </div>
  )
}

function useLasting(active: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!active) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [active, ms])
  return lasting
}
