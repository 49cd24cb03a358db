import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Decides on a week as it was shown; one that changed since is refused and shown anew. */
export function useReviewWeek({ onDone }: { onDone?: () => void } = {}) {
  const utils = trpc.useUtils()
  const showError = errorToast('Failed to save the decision')
  return trpc.timesheets.review.useMutation({
    onSuccess: (_data, { decision }) => {
      toast({ title: decision === 'approved' ? 'Week approved' : 'Week rejected' })
      onDone?.()
    },
    onError: (error) => {
      showError(error)
      void Promise.all([utils.dashboard.waiting.invalidate(), utils.timesheets.invalidate()])
    },
  })
}
