import type { AgencyId } from '#shared/roles.ts'
import { findPerson, toPerson } from '../../auth/queries/person.ts'
import type { Tx, UserRequest } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { asPerson } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import { getAgency } from '../queries/agencies.ts'

/** Shows this session the agency as its owner sees it, reading only, until that is ended. */
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

/** Back to the platform's own screens; fine when no view is open. */
export async function endViewAs(ctx: UserRequest): Promise<{ ok: true }> {
  const { userId, readOnly } = ctx.actor
  const { agencyId } = ctx.reach
  await transact(ctx, async (tx) => {
    await setView(tx, null)
    // Inside the view the administrator acts as an owner; the log names them as who they are.
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
