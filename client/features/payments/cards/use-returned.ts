import { useEffect, useRef } from 'react'
import { showError, toast, toastDestructive } from '#client/lib/toast.ts'
import { formatCharged } from '#shared/money.ts'
import type { ChargeDto } from '#shared/payments.ts'
import { type ChargeCalls, PROCESSING } from './use-charge.ts'

interface Returned {
  /** The payment that the payer's bank sends them back from; null on any other visit. */
  id: string | null
  /** What the test provider's bank said. */
  bank: 'approved' | 'refused' | null
  confirm: ChargeCalls['confirm']
  /** Takes the payment out of the address. */
  onAsked: () => void
}

/** Asks the server, once, what became of a payment after the payer's bank, and says it. */
export function useReturned({ id, bank, confirm, onAsked }: Returned): void {
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (id === null || asked.current === id) return
    asked.current = id
    confirm({ id, ...(bank !== null && { test_approved: bank === 'approved' }) })
      .then(report, (error: unknown) => showError(error, 'Failed to ask for your payment'))
      .finally(onAsked)
  }, [id, bank, confirm, onAsked])
}

function report({ status, failure, amount, currency }: ChargeDto): void {
  if (status === 'succeeded') {
    toast({ title: 'Payment Successful', message: `${formatCharged(amount, currency)} was paid.` })
  } else if (status === 'processing') toast({ title: 'Payment processing', message: PROCESSING })
  else {
    const unfinished = 'The payment was not completed. You have not been charged.'
    toastDestructive({ title: 'Payment Failed', message: failure ?? unfinished })
  }
}
