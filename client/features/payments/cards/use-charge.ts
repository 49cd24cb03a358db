import { useRef, useState } from 'react'
import { errorData, isConnectionFailure, serverMessage } from '#client/lib/errors.ts'
import type { ChargeDto } from '#shared/payments.ts'

export interface CardOrder {
  method: string
  request_id: string
  /** Present only where the person wants a new card kept. */
  save_card?: true
}

export interface ChargeCalls {
  /** Starts the payment with the card's token; the server knows what is charged. */
  charge: (order: CardOrder) => Promise<ChargeDto>
  /** Goes on after the card's own authentication. */
  confirm: (input: { id: string; test_approved?: boolean }) => Promise<ChargeDto>
  onPaid: (charge: ChargeDto) => void
  /** The card was declined, in the provider's words. */
  onDeclined?: (message: string) => void
}

/** Answers whether the card's authentication took place, or null where the server asks the provider. */
type Authenticate = (charge: ChargeDto) => Promise<{ test_approved?: boolean }>

export const CARD_MISSING = 'Card information is required'
const UNEXPECTED = 'An unexpected error occurred'
const UNDER_WAY = 'The payment is being processed. It is shown in History as soon as it is through.'

/**
 * The states of a card form: idle, processing, and an alert. A repeated attempt whose answer was lost keeps
 * its request id, so that it can never charge twice; every answered attempt gets a new one.
 */
export function useCharge(calls: ChargeCalls, authenticate: Authenticate) {
  const [processing, setProcessing] = useState(false)
  const [alert, setAlert] = useState<{ text: string; bad: boolean } | null>(null)
  const requestId = useRef(crypto.randomUUID())
  const running = useRef(false)

  /** `method` makes the card's token, or throws `CardProblem` in words for the person. */
  async function submit(method: () => Promise<string>, saveCard = false) {
    if (running.current) return
    running.current = true
    setProcessing(true)
    setAlert(null)
    try {
      const order: CardOrder = {
        method: await method(),
        request_id: requestId.current,
        ...(saveCard && { save_card: true }),
      }
      let charge = await calls.charge(order)
      if (charge.status === 'requires_action') {
        const answer = await authenticate(charge)
        charge = await calls.confirm({ id: charge.payment_id, ...answer })
      }
      requestId.current = crypto.randomUUID()
      report(charge)
    } catch (error) {
      if (!isConnectionFailure(error)) requestId.current = crypto.randomUUID()
      setAlert({ text: wordsOf(error), bad: true })
      if (!(error instanceof CardProblem)) console.error(error)
    } finally {
      running.current = false
      setProcessing(false)
    }
  }

  function report(charge: ChargeDto) {
    if (charge.status === 'succeeded') return calls.onPaid(charge)
    if (charge.status === 'pending') return setAlert({ text: UNDER_WAY, bad: false })
    const text = charge.failure ?? UNEXPECTED
    setAlert({ text, bad: true })
    calls.onDeclined?.(text)
  }

  return { processing, alert, submit }
}

/** Something about the card itself that the person can mend. */
export class CardProblem extends Error {}

function wordsOf(error: unknown): string {
  if (error instanceof CardProblem) return error.message
  const refused = ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS']
  const { code } = errorData(error)
  return (code !== undefined && refused.includes(code) && serverMessage(error)) || UNEXPECTED
}
