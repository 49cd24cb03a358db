import { useNetwork } from '@mantine/hooks'
import classes from './shell.module.css'

export function OfflineBar() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <div className={classes.notice} role="status">
      You are offline. What you see may be out of date; changes cannot be saved.
    </div>
  )
}
