import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { formatCharged } from '#shared/money.ts'
import type { PayoutDto } from '#shared/payouts.ts'

/** Marks the selected payouts as paid, all or none. */
export function PayBatchButton({ payouts, onPaid }: { payouts: PayoutDto[]; onPaid: () => void }) {
  const [asking, setAsking] = useState(false)
  const pay = trpc.payouts.payBatch.useMutation({ onError: errorToast('Failed to pay the payouts') })
  const currency = payouts[0]?.currency ?? 'USD'
  const total = formatCharged(
    payouts.reduce((sum, payout) => sum + payout.amount, 0),
    currency,
  )
  const count = payouts.length === 1 ? '1 payout' : `${payouts.length} payouts`
  return (
    <>
      <Button disabled={payouts.length === 0} onClick={() => setAsking(true)}>
        Pay selected
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Pay selected payouts"
        message={`${count}, ${total} in total, will be marked as paid today. Contributors are notified.`}
        confirmLabel={`Pay ${total}`}
        onConfirm={async () => {
          await pay.mutateAsync({ ids: payouts.map((payout) => payout.id) })
          toast({ title: 'Payouts paid', message: `${count}, ${total} in total.` })
          onPaid()
        }}
      />
    </>
  )
}
