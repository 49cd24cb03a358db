import type { z } from 'zod'
import type { PayoutDto } from '#shared/money/payouts.ts'
import type { payBatchInput } from '#shared/money/schemas/payouts.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { instantPaidOn } from '../../ledger/queries/open-days.ts'
import { getPayout } from '../queries.ts'
import { requireExpected } from '../rules.ts'
import { postPayouts } from './book.ts'

/** Marks the selected pending payouts as paid, in one batch per currency, and books them. */
export function payBatch(ctx: AgencyCtx, input: z.output<typeof payBatchInput>): Promise<PayoutDto[]> {
  return transact(ctx, (tx) => recordPaid(tx, [...new Set(input.ids)], input))
}

export async function recordPaid(
  tx: Tx<AgencyCtx>,
  ids: string[],
  received: Omit<z.output<typeof payBatchInput>, 'ids'> = {},
): Promise<PayoutDto[]> {
  const { agencyId } = tx.reach
  const now = toInstant(tx.now)
  const paidAt = await instantPaidOn(tx, received)
  const paid = await updateTable(tx, 'payouts')
    .set((eb) => ({ status: 'succeeded', paid_at: paidAt, updated_at: now, version: eb('version', '+', 1) }))
    .where('agency_id', '=', agencyId)
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning(['id', 'employee_id', 'amount', 'currency', 'description'])
    .execute()
  if (paid.length === 0) throw notFound('This payout')
  if (paid.length < ids.length) throw conflict('One of the payouts')
  requireExpected(paid, received.expected)
  for (const [currency, part] of Map.groupBy(paid, (payout) => payout.currency)) {
    await insertBatch(tx, currency, paidAt, part)
  }
  await postPayouts(tx, paid, received.paid_on)
  for (const payout of paid) {
    await record(tx, 'payout.sent', {
      id: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      employeeId: payout.employee_id,
    })
  }
  return Promise.all(ids.map((id) => getPayout(tx, id)))
}

async function insertBatch(
  tx: Tx<AgencyCtx>,
  currency: string,
  paidAt: string,
  payouts: readonly { id: string; amount: number }[],
): Promise<void> {
  const id = newId()
  await insertInto(tx, 'payout_batches')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      total: payouts.reduce((sum, payout) => sum + payout.amount, 0),
      currency,
      paid_at: paidAt,
      paid_by: tx.actor.userId,
    })
    .execute()
  const ids = payouts.map((payout) => payout.id)
  await updateTable(tx, 'payouts')
    .set({ batch_id: id })
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', 'in', ids)
    .execute()
}
