import type { z } from 'zod'
import type { AgencyFactsDto, agencySuspendInput } from '#shared/agencies.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { stopCharging } from '../../packages/commands/cancel.ts'
import { getAgency } from '../queries/agencies.ts'

/** Shuts an agency's people out at once, open screens included, or lets them in again; the data stays. */
export async function setSuspended(
  ctx: UserCtx,
  { id, suspended }: z.output<typeof agencySuspendInput>,
): Promise<AgencyFactsDto> {
  const changed = await transact(ctx, async (tx) => {
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
  if (suspended) await endRenewals(ctx, changed.id)
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

/** Who is shut out is not charged again; where the provider does not answer now, the renewals' job asks again. */
export async function endRenewals(ctx: UserCtx, agencyId: AgencyId): Promise<void> {
  try {
    await stopCharging(ctx, agencyId, 'period_end')
  } catch (error) {
    ctx.services.log.warn({ err: error, agencyId }, 'renewals could not be ended at the provider yet')
  }
}
