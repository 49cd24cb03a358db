import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

/** Deletes a task after confirmation. `confirmation` must be rendered. */
export function useDeleteTask(onDeleted: () => void) {
  const [deleting, setDeleting] = useState<TaskDto | null>(null)
  const remove = trpc.tasks.delete.useMutation({
    onError: errorToast('Failed to delete task'),
    onSuccess: () => {
      toast({ title: 'Task deleted successfully' })
      onDeleted()
    },
  })
  const confirmation = (
    <ConfirmDialog
      opened={deleting !== null}
      onClose={() => setDeleting(null)}
      title="Delete task"
      message={`"${deleting?.title}" will be deleted with its subtasks and comments.`}
      confirmLabel="Delete task"
      destructive
      onConfirm={() => deleting !== null && remove.mutateAsync({ id: deleting.id })}
    />
  )
  return { askToDelete: setDeleting, confirmation }
}
