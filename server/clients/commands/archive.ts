import type { ClientDto } from '#shared/clients.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toInstant } from '../../db/values.ts'
import { getClient } from '../queries/clients.ts'

/** Hides a client from lists, or brings it back. */
export function setClientArchived(
  ctx: AgencyCtx,
  { id, archived }: { id: string; archived: boolean },
): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getClient(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { archived_at: archived ? toInstant(tx.now) : null }
    await updateVersioned(tx, 'clients', row, columns, 'This client')
    await record(tx, archived ? 'client.archived' : 'client.restored', { id, name })
    return getClient(tx, id)
  })
}
