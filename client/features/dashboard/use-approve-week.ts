import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'

/** Approves a week as it was shown; a week changed since is refused and shown anew. */
export function useApproveWeek() {
  const utils = trpc.useUtils()
  const review = trpc.timesheets.review.useMutation({
    onSuccess: () => toast({ title: 'Week approved' }),
    onError: errorToast('Failed to save the decision'),
    onSettled: () => utils.dashboard.waiting.invalidate(),
  })
  const approve = ({ id, version }: { id: string; version: number }) =>
    review.mutate({ id, version, decision: 'approved', note: null })
  return { approve, busy: review.isPending }
}
