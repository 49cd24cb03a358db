import type { createCardStandIn, StandInMethod } from './cards.ts'
import { type Answer, failure, invalid, ok } from './subscription-objects.ts'

export const DECLINED = 'Your card was declined.'

export type AttachedCards = ReturnType<typeof createAttachedCards>

/** Cards become a customer's without a question; one whose number declines everywhere is refused here already. */
export function createAttachedCards(saved: ReturnType<typeof createCardStandIn>) {
  function attach(id: string, customer: string | null): Answer {
    const method = saved.methodFor(id)
    if (method.token === 'pm_card_chargeDeclined') {
      return failure(402, { type: 'card_error', code: 'card_declined', message: DECLINED })
    }
    if (method.customer !== null && method.customer !== customer) {
      return invalid('The payment method you provided has already been attached to a customer.')
    }
    method.customer = customer
    return ok(method)
  }

  return {
    /** Undefined unless it is this customer's. */
    ofCustomer(id: string, customer: string): StandInMethod | undefined {
      const method = saved.methods.get(id)
      return method?.customer === customer ? method : undefined
    },
    notAttached: (id: string) =>
      invalid(`The customer does not have a payment method with the ID ${id}.`, 'resource_missing'),
    /** Null where the path is about something else. */
    handle(verb: string, path: string, body: string): Answer | null {
      const [, id, action] = /^\/v1\/payment_methods\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
      if (id === undefined) return null
      if (verb === 'POST' && action === 'attach') return attach(id, new URLSearchParams(body).get('customer'))
      return verb === 'GET' && action === undefined ? ok(saved.methodFor(id)) : null
    },
  }
}
