import { type Answer, invalid, list, type NewId, ok } from '../wire/answers.ts'
import type { Memory } from '../wire/memory.ts'
import type { Intents } from './intents.ts'

interface StandInRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: string
  metadata: Record<string, string>
}

interface Surroundings {
  memory: Memory
  newId: NewId
  intents: Intents
}

export function createRefunds({ memory, newId, intents }: Surroundings) {
  const known = memory.collection<StandInRefund>('refunds')
  const made = (): StandInRefund[] => [...known.values()].toReversed()

  function create(form: URLSearchParams): Answer {
    const intent = intents.known.get(form.get('payment_intent') ?? '')
    const charge = intent?.latest_charge
    if (intent === undefined || charge == null) return invalid('No such payment_intent', 'resource_missing')
    const { type } = charge.payment_method_details
    if (type === 'boleto' || type === 'oxxo') return invalid(`Charges with ${type} can't be refunded.`)
    const left = intent.amount - charge.amount_refunded
    const amount = Number(form.get('amount') ?? left)
    if (left === 0) {
      return invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
    }
    if (amount > left) return invalid('Refund amount is greater than unrefunded amount on charge.', '')
    charge.amount_refunded += amount
    const refund: StandInRefund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      charge: charge.id,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    }
    known.set(refund.id, refund)
    return ok(shown(refund, form.getAll('expand[0]').includes('charge')))
  }

  const shown = (refund: StandInRefund, expands: boolean) => ({
    ...refund,
    charge: expands ? (intents.known.get(refund.payment_intent)?.latest_charge ?? null) : refund.charge,
  })

  return {
    known,
    /** Newest first. */
    get made() {
      return made()
    },
    create,
    /** Null if the path isn't handled here. */
    handle(verb: string, address: string, body: string): Answer | null {
      const { pathname: path, searchParams: query } = new URL(address, 'http://stripe.test')
      if (path !== '/v1/refunds') return null
      if (verb === 'POST') return create(new URLSearchParams(body))
      const expands = query.getAll('expand[0]').includes('data.charge')
      const found = made().filter((refund) => refund.payment_intent === query.get('payment_intent'))
      return list(
        found.map((refund) => shown(refund, expands)),
        path,
      )
    },
  }
}
