import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { RecurringInvoiceDto } from '#shared/money/invoices/invoices.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'

const ICON = 16

export function RecurringMenu({ plan }: { plan: RecurringInvoiceDto }) {
  const [, setState] = usePaymentsSearch()
  const [deleting, setDeleting] = useState(false)
  const remove = trpc.invoices.deleteRecurring.useMutation({
    onError: errorToast('Failed to delete the recurring invoice'),
  })
  return (
    <>
      <ActionMenu label={plan.title}>
        <Menu.Item
          leftSection={<IconPencil size={ICON} aria-hidden />}
          onClick={() => setState({ edit: plan.id }, 'push')}
        >
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={ICON} aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={deleting}
        onClose={() => setDeleting(false)}
        title="Delete recurring invoice"
        message={`“${plan.title}” won’t create any more invoices for ${plan.clientName}. Existing invoices are not affected.`}
        confirmLabel="Delete"
        destructive
        onConfirm={async () => {
          await remove.mutateAsync({ id: plan.id })
          toast({ title: 'Recurring invoice deleted', message: `“${plan.title}” for ${plan.clientName}.` })
        }}
      />
    </>
  )
}
