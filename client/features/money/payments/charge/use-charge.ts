import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorData, serverMessage } from '#client/lib/calls/errors.ts'
import { mayHaveActed } from '#client/lib/calls/use-submission.ts'
import { refreshQueries } from '#client/lib/queries/refresh.ts'
import { randomId } from '#client/lib/random-id.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { KEY_REUSED } from '#shared/base/errors.ts'
import { AMOUNT_DIFFERS, type ChargeDto } from '#shared/money/payments/payments.ts'

export interface CardOrder {
  method: string
  request_id: string
  /** Present only if a new card should be saved. */
  save_card?: true
}

export interface ChargeCalls {
  /** Starts the payment with the card token; the server determines the amount. */
  charge: (order: CardOrder) => Promise<ChargeDto>
  /** Continues after card authentication. */
  confirm: (input: { id: string }) => Promise<ChargeDto>
  onPaid: (charge: ChargeDto) => void
  /** Called once the provider is processing the payment, for example a debit that takes days. */
  onProcessing?: () => void
  /** Called once the payer has a voucher or an account to transfer to; otherwise the form says so. */
  onWaiting?: () => void
  /** Called with the provider's message if the card was declined. */
  onDeclined?: (message: string) => void
}

/** Runs card authentication; the server queries the provider for the result. */
type Authenticate = (charge: ChargeDto) => Promise<void>

const UNEXPECTED = 'An unexpected error occurred'
export const PROCESSING = 'Your payment is being processed. It can take a few days.'
export const WAITING =
  'Pay with the instructions you were given. The invoice is paid once your payment arrives.'
const STILL_PROCESSING = 'Your payment is processing. It appears in History when it’s complete.'

/**
 * The states of a card form: idle, processing and alert. A retry after a lost response keeps its request id
 * so that it can't charge twice; every completed attempt gets a new one.
 */
export function useCharge(calls: ChargeCalls, authenticate: Authenticate) {
  const queryClient = useQueryClient()
  const [processing, setProcessing] = useState(false)
  const [alert, setAlert] = useState<{ text: string; bad: boolean } | null>(null)
  const requestId = useRef(randomId())
  const running = useRef(false)

  /** `method` creates the card token, or throws a displayable `CardProblem`. */
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
        if (charge.redirect_url !== undefined) return leave(charge.redirect_url)
        await authenticate(charge)
        charge = await calls.confirm({ id: charge.payment_id })
      }
      requestId.current = randomId()
      report(charge)
    } catch (error) {
      const { reason, title } = errorData(error)
      const isCharged = reason === 'not_booked'
      if (!isCharged && !mayHaveActed(error)) requestId.current = randomId()
      setAlert({ text: messageOf(error), bad: true })
      if (reason === AMOUNT_DIFFERS || reason === KEY_REUSED) refreshQueries(queryClient)
      if (isCharged) toastDestructive({ title: title ?? 'Error', message: messageOf(error) })
      if (!(error instanceof CardProblem)) console.error(error)
    } finally {
      running.current = false
      setProcessing(false)
    }
  }

  function report(charge: ChargeDto) {
    if (charge.status === 'succeeded') return calls.onPaid(charge)
    if (charge.status === 'processing') {
      calls.onProcessing?.()
      return setAlert({ text: PROCESSING, bad: false })
    }
    if (charge.waiting != null) {
      return calls.onWaiting ? calls.onWaiting() : setAlert({ text: WAITING, bad: false })
    }
    if (charge.status === 'pending') return setAlert({ text: STILL_PROCESSING, bad: false })
    const text = charge.failure ?? UNEXPECTED
    setAlert({ text, bad: true })
    calls.onDeclined?.(text)
  }

  return { processing, alert, submit }
}

const leave = (url: string) => window.location.assign(url)

/** A problem with the card that the user can fix. */
export class CardProblem extends Error {}

function messageOf(error: unknown): string {
  if (error instanceof CardProblem) return error.message
  const refused = ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS']
  const { code } = errorData(error)
  return (code !== undefined && refused.includes(code) && serverMessage(error)) || UNEXPECTED
}
