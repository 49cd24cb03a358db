import type { z } from 'zod'
import type { adjustCreditInput, ClientCreditDto } from '#shared/credit.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { postLedger } from '../../finance/commands/post-ledger.ts'
import { getClientCredit } from '../queries/client-credit.ts'
import { CATEGORY_OF, moveCredit } from './move-credit.ts'

/** Gives a client credit, or takes it back, without money: what the client gains the agency's income loses. */
export function adjustCredit(
  ctx: AgencyCtx,
  input: z.output<typeof adjustCreditInput>,
): Promise<ClientCreditDto> {
  return transact(ctx, async (tx) => {
    const { agencyId } = ctx.reach
    const client = await selectFrom(tx, 'clients')
      .select(['id', 'name'])
      .where('agency_id', '=', agencyId)
      .where('id', '=', input.client_id)
      .executeTakeFirst()
    if (client === undefined) throw notFound('This client')
    const { amount, currency, reason } = input
    const description = `Credit adjusted: ${reason}`
    const baseAmount = await moveCredit(
      tx,
      { agencyId, clientId: client.id, currency },
      { kind: 'adjusted', amount, description, note: reason },
    )
    await postLedger(tx, {
      agencyId,
      direction: 'income',
      category: CATEGORY_OF.adjusted,
      amount: -amount,
      currency,
      baseAmount: baseAmount === null ? null : -baseAmount,
      description,
      clientId: client.id,
    })
    await record(tx, 'client-credit.adjusted', {
      id: client.id,
      clientId: client.id,
      name: client.name,
      amount,
      currency,
      reason,
    })
    return getClientCredit(tx, { client_id: client.id })
  })
}
