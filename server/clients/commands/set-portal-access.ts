import type { ClientDto } from '#shared/clients.ts'
import { shutOut } from '../../auth/commands/end-sessions.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toFlag } from '../../db/values.ts'
import { getClient } from '../queries/clients.ts'

/** Takes effect at once: whoever loses access is signed out. */
export function setClientPortalAccess(
  ctx: AgencyCtx,
  { id, portal_access }: { id: string; portal_access: boolean },
): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getClient(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { portal_access: toFlag(portal_access) }
    await updateVersioned(tx, 'clients', row, columns, 'This client')
    if (!portal_access) await endPortalSessions(tx, id)
    await record(tx, portal_access ? 'client.portal-opened' : 'client.portal-closed', { id, name })
    return getClient(tx, id)
  })
}

export async function endPortalSessions(tx: Tx, clientId: string): Promise<void> {
  const people = await selectFrom(tx, 'profiles')
    .select('user_id')
    .where('client_id', '=', clientId)
    .execute()
  await shutOut(
    tx,
    people.map((person) => person.user_id),
  )
}
