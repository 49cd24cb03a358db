import type { z } from 'zod'
import type { AgencyFactsDto, agencyDeleteInput, agencySuspendInput } from '#shared/agencies.ts'
import { DELETION_GRACE_DAYS } from '#shared/agencies.ts'
import type { AgencyId } from '#shared/roles.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { stopCharging } from '../../packages/commands/cancel.ts'
import type { Services } from '../../trpc/context.ts'
import { getAgency } from '../queries/platform.ts'

type SuspendServices = Pick<Services, 'db' | 'config' | 'log'>

/** Who is shut out is not charged again; where the provider does not answer now, the renewals' job asks again. */
async function endRenewals(services: SuspendServices, scope: Scope, agencyId: AgencyId): Promise<void> {
  try {
    await stopCharging(services, scope.now, agencyId, 'period_end')
  } catch (error) {
    services.log.warn({ err: error, agencyId }, 'renewals could not be ended at the provider yet')
  }
}

/** Shuts an agency's people out at once, open screens included, or lets them in again; the data stays. */
export async function setSuspended(
  services: SuspendServices,
  scope: Scope,
  input: z.output<typeof agencySuspendInput>,
): Promise<AgencyFactsDto> {
  const changed = await transact(services.db, async (trx) => {
    const agency = await getAgency(trx, scope, input.id)
    if (!input.suspended && agency.delete_after !== null) {
      throw new AppError('CONFLICT', 'This agency is about to be deleted. Take that back first.')
    }
    await change(trx, scope, agency, {
      suspended_at: input.suspended ? toInstant(scope.now) : null,
      action: input.suspended ? 'agency.suspended' : 'agency.resumed',
      detail: agency.name,
    })
    return getAgency(trx, scope, agency.id)
  })
  if (input.suspended) await endRenewals(services, scope, changed.id as AgencyId)
  return changed
}

/** Suspends the agency and has it deleted after the days of grace; its name must be typed. */
export async function requestDeletion(
  services: SuspendServices,
  scope: Scope,
  input: z.output<typeof agencyDeleteInput>,
): Promise<AgencyFactsDto> {
  const changed = await transact(services.db, async (trx) => {
    const agency = await getAgency(trx, scope, input.id)
    if (input.confirm_name !== agency.name) {
      const message = 'Type the name of the agency exactly as it is written.'
      throw new AppError('BAD_REQUEST', message, { fields: { confirm_name: message } })
    }
    const deleteAfter = toInstant(addDays(scope.now, DELETION_GRACE_DAYS))
    await change(trx, scope, agency, {
      suspended_at: toInstant(scope.now),
      delete_after: deleteAfter,
      action: 'agency.deletion-requested',
      detail: `${agency.name}, to be deleted on ${deleteAfter.slice(0, 10)}`,
    })
    return getAgency(trx, scope, agency.id)
  })
  await endRenewals(services, scope, changed.id as AgencyId)
  return changed
}

/** Within the days of grace everything is as it was. */
export function cancelDeletion(db: Db, scope: Scope, input: { id: string }): Promise<AgencyFactsDto> {
  return transact(db, async (trx) => {
    const agency = await getAgency(trx, scope, input.id)
    if (agency.delete_after === null) throw new AppError('CONFLICT', 'This agency is not to be deleted.')
    await change(trx, scope, agency, {
      suspended_at: null,
      delete_after: null,
      action: 'agency.deletion-cancelled',
      detail: agency.name,
    })
    return getAgency(trx, scope, agency.id)
  })
}

interface StateChange {
  suspended_at: string | null
  delete_after?: string | null
  action: string
  detail: string
}

async function change(
  trx: Trx,
  scope: Scope,
  agency: Pick<AgencyFactsDto, 'id'>,
  { suspended_at, delete_after, action, detail }: StateChange,
): Promise<void> {
  const agencyId = agency.id as AgencyId
  await trx
    .updateTable('agencies')
    .set({ suspended_at, updated_at: toInstant(scope.now) })
    .$if(delete_after !== undefined, (query) => query.set({ delete_after: delete_after ?? null }))
    .where('id', '=', agencyId)
    .execute()
  await recordAudit(trx, scope, { action, subject: { type: 'agency', id: agencyId }, detail, agencyId })
  await publishChange(trx, scope, { domains: ['auth', 'agencies', 'audit'], agencyId })
}
