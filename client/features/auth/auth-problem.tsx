import classes from './auth-screen.module.css'
import type { Complaint } from './login-rules.ts'

/** Why the form was not sent or refused, next to its button. */
export function AuthProblem({ problem }: { problem: Complaint | null }) {
  if (problem === null) return null
  return (
    <div className={classes.problem} role="alert" data-variant="destructive">
      <strong>{problem.title}</strong>
      <div>{problem.message}</div>
    </div>
  )
}
