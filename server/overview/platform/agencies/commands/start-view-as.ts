import type { AgencyId } from '#shared/base/roles.ts'
import type { Tx, UserRequest } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { asPerson } from '../../../../base/core/rows/reach.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { findPerson, toPerson } from '../../../../identity/auth/accounts/queries/person.ts'
import { getAgency } from '../queries/agencies.ts'

/** Switches this session to a read-only view of the agency as its owner sees it. */
export async function startViewAs(ctx: UserRequest, { id }: { id: string }): Promise<{ agency_id: string }> {
  const { userId } = ctx.actor
  await transact(ctx, async (tx) => {
    const agency = await getAgency(tx, id)
    const agencyId = agency.id
    await setView(tx, agencyId)
    await record(tx, 'agency.viewed-as', { id, agencyId, userId, name: agency.name })
  })
  return { agency_id: id }
}

/** Ends the view; a no-op if none is open. */
export async function endViewAs(ctx: UserRequest): Promise<{ ok: true }> {
  const { userId, readOnly } = ctx.actor
  const { agencyId } = ctx.reach
  await transact(ctx, async (tx) => {
    await setView(tx, null)
    // Within the view the administrator acts as an owner, but the log must name the administrator.
    const administrator = await findPerson(tx, userId)
    if (readOnly !== 'view-as' || agencyId === null || administrator === undefined) return
    const self = asPerson(tx, toPerson(administrator))
    await record(self, 'agency.view-ended', { id: agencyId, agencyId, userId })
  })
  return { ok: true }
}

async function setView(tx: Tx<UserRequest>, agencyId: AgencyId | null): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ view_as_agency_id: agencyId })
    .where('id', '=', tx.sessionId ?? '')
    .where('user_id', '=', tx.actor.userId)
    .execute()
}
