import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { TaskDto } from '#shared/tasks.ts'

/** Deletes a task after confirmation. `confirmation` must be rendered. */
export function useDeleteTask(onDeleted: () => void) {
  const [asked, setAsked] = useState<TaskDto | null>(null)
  const remove = trpc.tasks.delete.useMutation({
    onError: errorToast('Failed to delete task'),
    onSuccess: () => {
      toast({ title: 'Task deleted successfully' })
      onDeleted()
    },
  })
  const confirmation = (
    <ConfirmDialog
      opened={asked !== null}
      onClose={() => setAsked(null)}
      title="Delete task"
      message={`"${asked?.title}" will be deleted with its subtasks and comments.`}
      confirmLabel="Delete task"
      destructive
      onConfirm={() => asked !== null && remove.mutateAsync({ id: asked.id })}
    />
  )
  return { askToDelete: setAsked, confirmation }
}
