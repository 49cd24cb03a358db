import { formatCharged } from '#shared/money.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import type { PaymentRow } from '../rules.ts'

/** What the provider says: an exact amount, or one that can be no more than the payment's. */
type Said = { currency: string } & ({ exactly: number } | { most: number })

/**
 * Whether what the provider says of a payment is what was asked for. Anything else is refused: it changes
 * nothing here, is logged, and the platform's administrators are told.
 */
export async function isAsCharged(tx: Tx, payment: PaymentRow, said: Said): Promise<boolean> {
  const amount = 'exactly' in said ? said.exactly : said.most
  const fits = 'exactly' in said ? amount === payment.amount : amount <= payment.amount
  if (fits && said.currency === payment.currency) return true
  const expected = formatCharged(payment.amount, payment.currency)
  const claimed = formatCharged(amount, said.currency)
  tx.services.log.error(
    { paymentId: payment.id, account: payment.account, expected, claimed },
    'the provider names another amount than was charged; its message was refused',
  )
  await record(tx, 'payment.mismatch', {
    id: payment.id,
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    expected,
    claimed,
  })
  return false
}
