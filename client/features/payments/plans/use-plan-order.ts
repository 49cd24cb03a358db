import { useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { PlanChangePreview } from '#shared/packages.ts'
import { type CardSetupDto, type ChargeDto, isSavedCard } from '#shared/payments.ts'
import type { ChargeCalls } from '../cards/use-charge.ts'

/**
 * The calls behind the card form of a plan. Where nothing is due now there is no payment its bank could ask
 * about: a new card is saved first, with that question, and the change follows.
 */
export function usePlanOrder(
  preview: PlanChangePreview,
  onStale: () => void,
): Pick<ChargeCalls, 'charge' | 'confirm'> {
  const subscribe = trpc.packages.subscribe.useMutation({ onError: onStale })
  const confirmPayment = trpc.payments.confirm.useMutation()
  const addCard = trpc.payments.addCard.useMutation()
  const confirmCard = trpc.payments.confirmCard.useMutation()
  const requestId = useRef('')
  const { plan, proration_date } = preview

  const order = (method: string): Promise<ChargeDto> =>
    subscribe.mutateAsync({ plan_id: plan.id, method, request_id: requestId.current, proration_date })

  async function goOn(setup: CardSetupDto): Promise<ChargeDto> {
    if (setup.card !== null) return order(setup.card.id)
    const { setup_id: payment_id, status, client_secret, failure } = setup
    return { payment_id, status, client_secret, failure, amount: 0, currency: preview.currency }
  }

  return {
    charge: async ({ method, request_id }) => {
      requestId.current = request_id
      if (preview.due_now > 0 || isSavedCard(method)) return order(method)
      return goOn(await addCard.mutateAsync({ method, request_id }))
    },
    confirm: async (input) =>
      preview.due_now > 0 ? confirmPayment.mutateAsync(input) : goOn(await confirmCard.mutateAsync(input)),
  }
}
