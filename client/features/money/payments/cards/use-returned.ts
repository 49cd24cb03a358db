import { useEffect, useRef } from 'react'
import { showError, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { type ChargeCalls, PROCESSING, WAITING } from '../charge/use-charge.ts'

interface Returned {
  /** The payment the payer's bank returns from; null on any other visit. */
  id: string | null
  confirm: ChargeCalls['confirm']
  /** Removes the payment from the URL. */
  onAsked: () => void
}

/** Asks the server once for the result of a payment at the payer's bank and shows it. */
export function useReturned({ id, confirm, onAsked }: Returned): void {
  const checkedId = useRef<string | null>(null)
  useEffect(() => {
    if (id === null || checkedId.current === id) return
    checkedId.current = id
    confirm({ id })
      .then(report, (error: unknown) => showError(error, 'Failed to check your payment'))
      .finally(onAsked)
  }, [id, confirm, onAsked])
}

function report({ status, failure, amount, currency, waiting }: ChargeDto): void {
  if (status === 'succeeded') {
    toast({ title: 'Payment Successful', message: `${formatCharged(amount, currency)} was paid.` })
  } else if (status === 'processing') toast({ title: 'Payment processing', message: PROCESSING })
  else if (waiting != null) toast({ title: 'Waiting for your payment', message: WAITING })
  else {
    const unfinished = 'The payment was not completed. You have not been charged.'
    toastDestructive({ title: 'Payment Failed', message: failure ?? unfinished })
  }
}
