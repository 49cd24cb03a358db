import { Button } from '@mantine/core'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Takes the sample project away with its tasks and client. */
export function RemoveSample({ onRemoved }: { onRemoved?: () => void }) {
  const remove = trpc.dashboard.removeSample.useMutation({
    onError: errorToast('Failed to remove the sample project'),
    onSuccess: ({ archived }) => {
      toast(
        archived
          ? {
              title: 'Sample project archived',
              message: 'Time, files or invoices came to it since, so it was kept in the archive.',
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
