import type { ClientDto } from '#shared/people/clients.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { endAccessOf } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { getClient } from '../queries/clients.ts'

/**
 * Takes effect immediately: people who lose access are signed out and lose their tokens, and open invitations are
 * withdrawn.
 */
export function setClientPortalAccess(
  ctx: AgencyCtx,
  { id, portal_access }: { id: string; portal_access: boolean },
): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getClient(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { portal_access: toFlag(portal_access) }
    await updateVersioned(tx, 'clients', row, columns, 'This client')
    if (!portal_access) await closePortal(tx, id)
    await record(tx, portal_access ? 'client.portal-opened' : 'client.portal-closed', { id, name })
    return getClient(tx, id)
  })
}

export async function closePortal(tx: Tx, clientId: string): Promise<void> {
  await withdrawInvitations(tx, { clientId })
  const people = await selectFrom(tx, 'profiles')
    .select('user_id')
    .where('client_id', '=', clientId)
    .execute()
  await endAccessOf(
    tx,
    people.map((person) => person.user_id),
  )
}
