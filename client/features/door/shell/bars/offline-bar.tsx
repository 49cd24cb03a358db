import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import classes from './shell.module.css'

/** Short interruptions, such as a server restart, aren't shown. */
const PATIENCE_MS = 4000

/** Explains why the screen may be out of date. `connected` tells whether live updates arrive. */
export function OfflineBar({ connected }: { connected: boolean }) {
  const { online } = useNetwork()
  const lost = useLasting(!connected, PATIENCE_MS)
  if (online && !lost) return null
  return (
    <div className={classes.notice} role="status">
      {online
        ? 'Connection lost. Reconnecting…'
        : 'You are offline. Information may be out of date. Messages will be sent when you’re back online.'}
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
