import { Button } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { refreshSession } from '#client/lib/session/session-state.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import classes from './shell.module.css'

/** Shows that a platform administrator is viewing an agency read-only, with a way to exit. */
export function ViewAsBar() {
  const { viewing_as, agency_name } = useUser()
  const end = trpc.agencies.endViewAs.useMutation({
    onError: errorToast('Couldn’t exit the view'),
    onSuccess: refreshSession,
  })
  if (!viewing_as) return null
  return (
    <div className={classes.notice} role="status">
      You’re viewing {agency_name} as its owner (read-only).{' '}
      <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        Exit view
      </Button>
    </div>
  )
}
