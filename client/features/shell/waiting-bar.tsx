import { useUser } from '#client/lib/session.ts'
import classes from './shell.module.css'

/** A contributor or client who registered alone belongs to nobody yet. */
export function WaitingBar() {
  const { agency_id, email, role } = useUser()
  if (agency_id !== null || (role !== 'employee' && role !== 'client')) return null
  return (
    <div className={classes.notice} role="status">
      You are waiting for an invitation. Ask your agency to invite {email}; your work will appear here then.
    </div>
  )
}
