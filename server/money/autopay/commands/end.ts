import type { z } from 'zod'
import type { idInput } from '#shared/base/schemas/ids.ts'
import type { AutopayDto } from '#shared/money/autopay/autopay.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getAutopay } from '../queries/mandates.ts'

/** Turns autopay off, for either side. No new charges are started; one in progress may still succeed. */
export function endAutopay(ctx: UserCtx, { id }: z.output<typeof idInput>): Promise<AutopayDto> {
  return transact(ctx, async (tx) => {
    const mandate = await selectFrom(tx, 'autopay_mandates')
      .innerJoin('clients', 'clients.id', 'autopay_mandates.client_id')
      .select(['autopay_mandates.agency_id', 'autopay_mandates.client_id', 'clients.name'])
      .where('autopay_mandates.id', '=', id)
      .executeTakeFirst()
    if (mandate === undefined) throw notFound('This mandate')
    const ended = await updateTable(tx, 'autopay_mandates')
      .set({ ended_at: toInstant(tx.now), ended_by: ctx.actor.name, updated_at: toInstant(tx.now) })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning(['recurring_title'])
      .executeTakeFirst()
    if (ended !== undefined) {
      await cancelRetries(inAgency(tx, { agencyId: mandate.agency_id }), id)
      await record(tx, 'autopay.ended', {
        id: mandate.client_id,
        agencyId: mandate.agency_id,
        clientId: mandate.client_id,
        name: mandate.name,
        plan: ended.recurring_title,
      })
    }
    return getAutopay(tx, { client_id: mandate.client_id })
  })
}

/** Cancels retries under a mandate that no longer charges. */
export async function cancelRetries(tx: Tx, mandateId: string): Promise<void> {
  await updateTable(tx, 'autopay_attempts')
    .set({ next_on: null, updated_at: toInstant(tx.now) })
    .where('mandate_id', '=', mandateId)
    .where('next_on', 'is not', null)
    .execute()
}
