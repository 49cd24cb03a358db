import { Button } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'

/** Deletes the sample project with its tasks and client. */
export function RemoveSample({ onRemoved }: { onRemoved?: () => void }) {
  const remove = trpc.dashboard.removeSample.useMutation({
    onError: errorToast('Failed to remove the sample project'),
    onSuccess: ({ archived }) => {
      toast(
        archived
          ? {
              title: 'Sample project archived',
              message: 'It now has time, files or invoices, so it was archived instead of deleted.',
            }
          : { title: 'Sample project removed' },
      )
      onRemoved?.()
    },
  })
  return (
    <Button size="compact-sm" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
      Remove the sample project
    </Button>
  )
}
