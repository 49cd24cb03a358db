import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { refreshSession, useUser } from '#client/lib/session.ts'
import { errorToast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import classes from './shell.module.css'

/** Says that a platform administrator looks at an agency, reading only, and leads back. */
export function ViewAsBar() {
  const { viewing_as, agency_name } = useUser()
  const navigate = useNavigate()
  const end = trpc.agencies.endViewAs.useMutation({
    onError: errorToast('The view could not be ended'),
    onSuccess: async () => {
      await refreshSession()
      await navigate({ to: '/agencies' })
    },
  })
  if (!viewing_as) return null
  return (
    <div className={classes.notice} role="status">
      You are viewing {agency_name} as its owner. Nothing can be changed.{' '}
      <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        End view
      </Button>
    </div>
  )
}
