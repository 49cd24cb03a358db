import { formatCharged } from '#shared/base/amounts/money.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import type { PaymentRow } from '../../rules.ts'

/** The amount reported by the provider: exact, or an upper bound for the payment's. */
type ReportedAmount = { currency: string } & ({ exactly: number } | { most: number })

/**
 * Whether the provider's report matches what was requested. A mismatch has no effect; it is logged, and the
 * platform's administrators are notified.
 */
export async function verifyAmount(tx: Tx, payment: PaymentRow, report: ReportedAmount): Promise<boolean> {
  const amount = 'exactly' in report ? report.exactly : report.most
  const fits = 'exactly' in report ? amount === payment.amount : amount <= payment.amount
  if (fits && report.currency === payment.currency) return true
  const expected = formatCharged(payment.amount, payment.currency)
  const reported = formatCharged(amount, report.currency)
  tx.services.log.error(
    { paymentId: payment.id, account: payment.account, expected, reported },
    'the provider reported another amount than was charged; its message was rejected',
  )
  await record(tx, 'payment.mismatch', {
    id: payment.id,
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    expected,
    reported,
  })
  return false
}
