import { isWaiting, useUser } from '#client/lib/session/session.ts'
import classes from './shell.module.css'

/** Self-registered contributors and clients don't belong to an agency yet. */
export function WaitingBar() {
  const user = useUser()
  if (!isWaiting(user)) return null
  return (
    <div className={classes.notice} role="status">
      You’re waiting for an invitation. Ask your agency to invite {user.email}. Your work will appear here
      after you join.
    </div>
  )
}
