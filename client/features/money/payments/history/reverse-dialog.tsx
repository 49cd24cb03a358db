import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import type { PaymentDto } from '#shared/money/payments/payments.ts'

/** Reverses a payment that was recorded by mistake, for instance on the wrong invoice. */
export function ReverseDialog({ payment, onClose }: { payment: PaymentDto; onClose: () => void }) {
  const { id, amount, refunded, currency, payer_name, date, invoiceId } = payment
  const day = dateInZone(new Date(date), useBooksZone())
  const [confirmsPeriod, setConfirmsPeriod] = useState(false)
  const reverse = trpc.payments.reverse.useMutation({ onError: errorToast('Failed to reverse the payment') })
  const money = formatCharged(amount - refunded, currency)
  const effect = invoiceId === null ? `The client’s credit is reduced by ${money}` : `${money} is due again`
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Reverse payment"
      message={
        <Stack gap="sm">
          <Text>{`Only for a payment by ${payer_name} that was recorded by mistake. Its entry is reversed as of ${formatDate(day)}. ${effect}. If you returned the money, refund the payment instead.`}</Text>
          <ClosedPeriodField
            day={day}
            closed="The payment is reversed today instead."
            checked={confirmsPeriod}
            onChange={setConfirmsPeriod}
          />
        </Stack>
      }
      confirmLabel="Reverse payment"
      onConfirm={async () => {
        await reverse.mutateAsync({ id, confirm_period: confirmsPeriod })
        toast({ title: 'Payment reversed', message: `${effect}.` })
      }}
    />
  )
}
