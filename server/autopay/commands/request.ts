import type { z } from 'zod'
import type { AutopayDto, autopayClientInput } from '#shared/autopay.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { billedClient, getAutopay } from '../queries/mandates.ts'

/** E-mails a client's people for billing how to turn on autopay; once a day at most. Only they can turn it on. */
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
      throw refused('Autopay is on already.')
    }
    const asked = await updateTable(tx, 'clients')
      .set({ autopay_requested_at: toInstant(tx.now) })
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', client_id)
      .where((eb) =>
        eb.or([
          eb('autopay_requested_at', 'is', null),
          eb('autopay_requested_at', '<=', toInstant(addDays(tx.now, -1))),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (asked === undefined) throw refused('Your client was asked within the last day. Give them some time.')
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
