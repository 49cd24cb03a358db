import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'

/** Makes a payout pending again whose transfer the bank returned, or that was recorded by mistake. */
export function ReopenDialog({ payout, onClose }: { payout: PayoutDto; onClose: () => void }) {
  const { id, amount, currency, employee_name, paid_at } = payout
  const zone = useBooksZone()
  const [confirmsPeriod, setConfirmsPeriod] = useState(false)
  const reopen = trpc.payouts.reopen.useMutation({ onError: errorToast('Failed to reopen the payout') })
  const money = formatCharged(amount, currency)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Mark as not paid"
      message={
        <Stack gap="sm">
          <Text>{`The payout of ${money} to ${employee_name} is pending again, and its expense is reversed. It can be paid again, including with a SEPA file.`}</Text>
          <ClosedPeriodField
            day={paid_at === null ? null : dateInZone(new Date(paid_at), zone)}
            closed="The expense is reversed today instead."
            checked={confirmsPeriod}
            onChange={setConfirmsPeriod}
          />
        </Stack>
      }
      confirmLabel="Mark as not paid"
      onConfirm={async () => {
        await reopen.mutateAsync({ id, confirm_period: confirmsPeriod })
        toast({ title: 'Payout pending again', message: `${money} can be paid to ${employee_name} again.` })
      }}
    />
  )
}
