import { isWaiting, useUser } from '#client/lib/session.ts'
import classes from './shell.module.css'

/** A contributor or client who registered alone belongs to nobody yet. */
export function WaitingBar() {
  const user = useUser()
  if (!isWaiting(user)) return null
  return (
    <div className={classes.notice} role="status">
      You are waiting for an invitation. Ask your agency to invite {user.email}; your work will appear here
      then.
    </div>
  )
}
