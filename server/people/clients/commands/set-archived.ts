import type { ClientDto } from '#shared/people/clients.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getClient } from '../queries/clients.ts'
import { closePortal } from './set-portal-access.ts'

/** Archives a client and signs its people out immediately, or restores it. */
export function setClientArchived(
  ctx: AgencyCtx,
  { id, archived }: { id: string; archived: boolean },
): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getClient(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { archived_at: archived ? toInstant(tx.now) : null }
    await updateVersioned(tx, 'clients', row, columns, 'This client')
    if (archived) await closePortal(tx, id)
    await record(tx, archived ? 'client.archived' : 'client.restored', { id, name })
    return getClient(tx, id)
  })
}
