import { chargeProblem } from '#shared/base/amounts/charge-limits.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { planOf } from '../../../invoices/queries/installments.ts'
import { invoiceAccount, takesCards } from '../../accounts/queries/accounts.ts'

const UNPAID = { amount_paid: 0, amount_credited: 0, amount_applied: 0, amount_written_off: 0 }

/** Throws BAD_REQUEST if an installment of the invoice being sent can't be charged by the agency's card payments. */
export async function requireChargeablePlan(
  tx: Tx,
  { id, total, currency }: PayloadOf<'invoice.sent'>,
): Promise<void> {
  if (!takesCards(tx, await invoiceAccount(tx, id))) return
  const plan = await planOf(tx, { id, total, currency, ...UNPAID })
  const problem = plan.map(({ amount }) => chargeProblem(amount, currency)).find((words) => words !== null)
  if (problem !== undefined) throw new AppError('BAD_REQUEST', `${problem} Plan fewer installments.`)
}
