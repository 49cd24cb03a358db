import type { AgencyId } from '#shared/roles.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Scope } from '../../auth/scope.ts'
import { transact } from '../../db/transaction.ts'
import { publishChange } from '../../live/publish.ts'
import type { Context } from '../../trpc/context.ts'
import { getAgency } from '../queries/platform.ts'

/** Shows this session the agency as its owner sees it, reading only, until that is ended. */
export async function startViewAs(
  { services: { db }, sessionId }: Context,
  scope: Scope,
  input: { id: string },
): Promise<{ agency_id: string }> {
  await transact(db, async (trx) => {
    const agency = await getAgency(trx, scope, input.id)
    const agencyId = agency.id as AgencyId
    await trx
      .updateTable('sessions')
      .set({ view_as_agency_id: agencyId })
      .where('id', '=', sessionId ?? '')
      .where('user_id', '=', scope.userId)
      .execute()
    await recordAudit(trx, scope, {
      action: 'agency.viewed-as',
      subject: { type: 'agency', id: agencyId },
      detail: agency.name,
      agencyId,
    })
    await publishChange(trx, scope, { domains: ['auth'], userId: scope.userId })
  })
  return { agency_id: input.id }
}

/** Back to the platform's own screens; fine when no view is open. */
export async function endViewAs(
  { services: { db }, sessionId }: Context,
  scope: Scope,
): Promise<{ ok: true }> {
  await transact(db, async (trx) => {
    await trx
      .updateTable('sessions')
      .set({ view_as_agency_id: null })
      .where('id', '=', sessionId ?? '')
      .where('user_id', '=', scope.userId)
      .execute()
    if (scope.readOnly === 'view-as' && scope.agencyId !== null) {
      await recordAudit(
        trx,
        { ...scope, role: 'super_admin' },
        {
          action: 'agency.view-ended',
          subject: { type: 'agency', id: scope.agencyId },
          detail: 'Back to the platform',
          agencyId: scope.agencyId,
        },
      )
    }
    await publishChange(trx, scope, { domains: ['auth'], userId: scope.userId, agencyId: null })
  })
  return { ok: true }
}
