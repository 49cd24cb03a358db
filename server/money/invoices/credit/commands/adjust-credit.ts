import type { z } from 'zod'
import { PAGE_SIZE } from '#shared/base/paging.ts'
import type { ClientCreditDto } from '#shared/money/invoices/credit.ts'
import type { adjustCreditInput } from '#shared/money/invoices/schemas/credit.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { getClientCredit } from '../queries/client-credit.ts'
import { grantCredit } from './grant-credit.ts'

/** Adds or removes client credit without a payment; the agency's income changes by the opposite amount. */
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
    const account = { agencyId, clientId: client.id, currency }
    await grantCredit(tx, account, { amount, description: `Credit adjusted: ${reason}`, note: reason })
    await record(tx, 'client-credit.adjusted', {
      id: client.id,
      clientId: client.id,
      name: client.name,
      amount,
      currency,
      reason,
    })
    return getClientCredit(tx, { client_id: client.id, limit: PAGE_SIZE })
  })
}
