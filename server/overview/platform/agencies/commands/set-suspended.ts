import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { AgencyFactsDto } from '#shared/overview/agencies.ts'
import type { agencySuspendInput } from '#shared/overview/schemas/agencies.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { pauseCharging, resumeCharging } from '../../../../money/plans/commands/end-renewals.ts'
import { getAgency } from '../queries/agencies.ts'

/**
 * Suspends an agency, which ends its members' sessions and streams immediately, or reactivates it; its data
 * remains.
 */
export async function setSuspended(
  ctx: UserCtx,
  { id, suspended }: z.output<typeof agencySuspendInput>,
): Promise<AgencyFactsDto> {
  const changed = await transactIn(ctx, id, async (tx) => {
    const agency = await getAgency(tx, id)
    if (!suspended && agency.delete_after !== null) {
      throw new AppError('CONFLICT', 'This agency is scheduled for deletion. Cancel the deletion first.')
    }
    const agencyId = agency.id
    await writeState(tx, agencyId, { suspended_at: suspended ? toInstant(tx.now) : null })
    const { name } = agency
    await record(tx, suspended ? 'agency.suspended' : 'agency.resumed', { id, agencyId, name })
    return getAgency(tx, id)
  })
  await (suspended ? endRenewals(ctx, changed.id) : continueRenewals(ctx, changed.id))
  return changed
}

export async function writeState(
  tx: Tx,
  agencyId: AgencyId,
  state: { suspended_at: string | null; delete_after?: string | null },
): Promise<void> {
  await updateTable(tx, 'agencies')
    .set({ ...state, updated_at: toInstant(tx.now) })
    .where('id', '=', agencyId)
    .execute()
}

/** A suspended agency isn't charged again; if the provider doesn't respond now, the renewals job retries. */
export async function endRenewals(ctx: UserCtx, agencyId: AgencyId): Promise<void> {
  try {
    await pauseCharging(ctx, agencyId)
  } catch (error) {
    ctx.services.log.warn({ err: error, agencyId }, 'renewals could not be ended at the provider yet')
  }
}

/** A plan that ends only because of the suspension renews again; the job retries as well. */
export async function continueRenewals(ctx: UserCtx, agencyId: AgencyId): Promise<void> {
  try {
    await resumeCharging(ctx, agencyId)
  } catch (error) {
    ctx.services.log.warn({ err: error, agencyId }, 'renewals could not be continued at the provider yet')
  }
}
