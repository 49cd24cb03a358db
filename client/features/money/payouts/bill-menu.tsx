import { Menu } from '@mantine/core'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { billAddress, type PayoutBillDto } from '#shared/money/bills.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { selfBillAddress } from '#shared/money/self-billing.ts'

interface BillMenuProps {
  payout: PayoutDto
  onAdd: () => void
  onVoid: () => void
  onRemove: () => void
}

/** The actions on a payout's bill, which open its forms. */
export function BillMenu({ payout, onAdd, onVoid, onRemove }: BillMenuProps) {
  const isOwner = useCan('payout.write')
  const { bill } = payout
  if (bill === null) return <Menu.Item onClick={onAdd}>Add bill</Menu.Item>
  if (bill.self_bill_id !== null) {
    return (
      <>
        <Menu.Item component="a" href={selfBillAddress(bill.self_bill_id)} download>
          Download bill
        </Menu.Item>
        <Menu.Item onClick={onVoid}>{isOwner ? 'Cancel bill' : 'Reject bill'}</Menu.Item>
      </>
    )
  }
  return (
    <>
      {bill.file_name !== null && (
        <Menu.Item component="a" href={billAddress(bill.id)} download>
          Download bill
        </Menu.Item>
      )}
      {payout.status === 'pending' && <Menu.Item onClick={onRemove}>Remove bill</Menu.Item>}
    </>
  )
}

export function RemoveBill({ bill, onClose }: { bill: PayoutBillDto; onClose: () => void }) {
  const remove = trpc.payouts.removeBill.useMutation({
    onError: errorToast('Failed to remove the bill'),
    onSuccess: () =>
      toast({ title: 'Bill removed', message: `Bill ${bill.number} and its file have been removed.` }),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Remove bill"
      message={`Bill ${bill.number} and its file will be permanently deleted.`}
      confirmLabel="Remove bill"
      destructive
      onConfirm={() => remove.mutateAsync({ id: bill.id })}
    />
  )
}
