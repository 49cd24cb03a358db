import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'

/** Marks the selected payouts as paid, all or none. */
export function PayBatchButton({ payouts, onPaid }: { payouts: PayoutDto[]; onPaid: () => void }) {
  const [confirming, setConfirming] = useState(false)
  const pay = trpc.payouts.payBatch.useMutation({ onError: errorToast('Failed to record the payouts') })
  const one = payouts.length === 1
  const label = payouts.length > 1 ? `Record ${payouts.length} payouts` : 'Record payout'
  return (
    <>
      <Button disabled={payouts.length === 0} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={label}
        message={`${summary(payouts, 'recorded as paid today')} ${one ? 'Its contributor is' : 'Their contributors are'} notified. No money is moved: make the transfer with your bank.`}
        confirmLabel={label}
        onConfirm={async () => {
          await pay.mutateAsync({ ids: payouts.map(({ id }) => id), expected: expectedOf(payouts) })
          toast(recorded(payouts))
          onPaid()
        }}
      />
    </>
  )
}

/** The toast after marking these payouts as paid. */
export const recorded = (payouts: PayoutDto[]) => ({
  title: payouts.length === 1 ? 'Payout recorded' : 'Payouts recorded',
  message: summary(payouts, 'recorded as paid'),
})

const summary = (payouts: PayoutDto[], done: string): string =>
  payouts.length === 1
    ? `1 payout of ${totalOf(payouts)} is ${done}.`
    : `${payouts.length} payouts, ${totalOf(payouts)} in total, are ${done}.`

/** As shown, so that no other amount is paid. */
export const expectedOf = (payouts: PayoutDto[]) => payouts.map(({ id, amount }) => ({ id, amount }))

/** `$100.00 USD and €20.00 EUR`: a total per currency. */
export function totalOf(amounts: readonly { amount: number; currency: string }[]): string {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  const totals = currencies.map((currency) =>
    formatCharged(
      amounts.reduce((sum, one) => sum + (one.currency === currency ? one.amount : 0), 0),
      currency,
    ),
  )
  return new Intl.ListFormat('en').format(totals)
}
