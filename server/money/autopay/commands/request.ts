import type { z } from 'zod'
import type { AutopayDto } from '#shared/money/autopay/autopay.ts'
import type { autopayClientInput } from '#shared/money/autopay/schemas/autopay.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isLongAgo } from '../../../base/db/elapsed.ts'
import { toInstant } from '../../../base/db/values.ts'
import { billedClient, getAutopay } from '../queries/mandates.ts'

const DAY_MINUTES = 1440

/** Mails a client's billing contacts a request to enable autopay, at most once a day. Only they can enable it. */
export function requestAutopay(
  ctx: AgencyCtx,
  { client_id }: z.output<typeof autopayClientInput>,
): Promise<AutopayDto> {
  return transact(ctx, async (tx) => {
    const client = await billedClient(tx, client_id)
    const { mandates, available } = await getAutopay(tx, { client_id })
    if (!available) throw refused('Set up card payment in Settings › Payments first.')
    if (client.archived_at !== null) throw refused('This client is archived.')
    if (mandates.some(({ plan, paused }) => plan === null && paused === null)) {
      throw refused('Autopay is already on.')
    }
    const asked = await updateTable(tx, 'clients')
      .set({ autopay_requested_at: toInstant(tx.now) })
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', client_id)
      .where((eb) =>
        eb.or([
          eb('autopay_requested_at', 'is', null),
          isLongAgo('autopay_requested_at', tx.now, DAY_MINUTES),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (asked === undefined)
      throw refused('You already asked your client within the last day. Please wait before you ask again.')
    await record(tx, 'autopay.requested', {
      id: client.id,
      clientId: client.id,
      name: client.name,
      clientEmail: client.email,
      agencyName: client.agency_name,
    })
    return getAutopay(tx, { client_id })
  })
}

const refused = (message: string) => new AppError('CONFLICT', message, { reason: 'not_requested' })
