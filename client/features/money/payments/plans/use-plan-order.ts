import { useRef } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { type CardSetupDto, type ChargeDto, isSavedCard } from '#shared/money/payments/payments.ts'
import type { PlanChangePreview } from '#shared/money/plans/packages.ts'
import type { ChargeCalls } from '../charge/use-charge.ts'

/**
 * The calls behind a plan's card form. If nothing is due now, there is no payment to authenticate, so a new
 * card is saved (and authenticated) first and the change follows.
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

  async function finishSetup(setup: CardSetupDto): Promise<ChargeDto> {
    if (setup.card !== null) return order(setup.card.id)
    const { setup_id: payment_id, status, client_secret, failure } = setup
    return { payment_id, status, client_secret, failure, amount: 0, currency: preview.currency }
  }

  return {
    charge: async ({ method, request_id }) => {
      requestId.current = request_id
      if (preview.due_now > 0 || isSavedCard(method)) return order(method)
      return finishSetup(await addCard.mutateAsync({ method, request_id }))
    },
    confirm: async (input) =>
      preview.due_now > 0
        ? confirmPayment.mutateAsync(input)
        : finishSetup(await confirmCard.mutateAsync(input)),
  }
}
