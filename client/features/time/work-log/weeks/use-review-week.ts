import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'

/**
 * Approves or returns a week; if it has changed since it was shown, the server rejects this and the week is
 * reloaded.
 */
export function useReviewWeek({ onDone }: { onDone?: () => void } = {}) {
  const utils = trpc.useUtils()
  const showError = errorToast('Failed to save the decision')
  const undo = useUndoApproval()
  return trpc.timesheets.review.useMutation({
    onSuccess: ({ id, version, user_name }, { decision }) => {
      if (decision === 'approved') {
        const onClick = () => undo.mutate({ id, version })
        toast({ title: 'Week approved', message: user_name, action: { label: 'Undo', onClick } })
      } else toast({ title: 'Week rejected' })
      onDone?.()
    },
    onError: (error) => {
      showError(error)
      void Promise.all([utils.dashboard.waiting.invalidate(), utils.timesheets.invalidate()])
    },
  })
}

export const useUndoApproval = () =>
  trpc.timesheets.undoApproval.useMutation({
    onSuccess: () => toast({ title: 'Approval undone' }),
    onError: errorToast('Failed to undo the approval'),
  })
