import { Menu } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { TaskDetailDto } from '#shared/work/tasks.ts'

const EditRequestDialog = lazyLayer(() => import('./request-dialog.tsx'), 'EditRequestDialog')

/** Changes or withdraws the client's own request, until the team takes it up. */
export function RequestMenu({ task, onGone }: { task: TaskDetailDto; onGone: () => void }) {
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null)
  const withdraw = trpc.tasks.withdrawRequest.useMutation({
    onError: errorToast('Failed to withdraw request'),
    onSuccess: () => toast({ title: 'Request withdrawn' }),
  })
  const close = () => setOpen(null)
  if (!task.can_change_request) return null
  return (
    <>
      <ActionMenu label={task.title}>
        <Menu.Item onClick={() => setOpen('edit')}>Edit</Menu.Item>
        <Menu.Item onClick={() => setOpen('withdraw')}>Withdraw</Menu.Item>
      </ActionMenu>
      {open === 'edit' && <EditRequestDialog task={task} onClose={close} />}
      <ConfirmDialog
        opened={open === 'withdraw'}
        onClose={close}
        title="Withdraw request"
        message={`This deletes “${task.title}” with its comments.`}
        confirmLabel="Withdraw request"
        destructive
        onConfirm={async () => {
          await withdraw.mutateAsync({ id: task.id })
          onGone()
        }}
      />
    </>
  )
}
