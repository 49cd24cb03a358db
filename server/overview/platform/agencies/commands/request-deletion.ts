import type { z } from 'zod'
import { type AgencyFactsDto, DELETION_GRACE_DAYS } from '#shared/overview/agencies.ts'
import type { agencyDeleteInput } from '#shared/overview/schemas/agencies.ts'
import { AppError, fieldError } from '../../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'
import { booksDateOf } from '../../../../money/ledger/queries/open-days.ts'
import { getAgency } from '../queries/agencies.ts'
import { continueRenewals, endRenewals, writeState } from './set-suspended.ts'

/** Suspends the agency and schedules its deletion after the grace period; requires typing its name. */
export async function requestDeletion(
  ctx: UserCtx,
  { id, confirm_name }: z.output<typeof agencyDeleteInput>,
): Promise<AgencyFactsDto> {
  const changed = await transactIn(ctx, id, async (tx) => {
    const agency = await getAgency(tx, id)
    if (confirm_name !== agency.name) {
      const message = 'Type the agency’s name exactly as shown.'
      throw fieldError('confirm_name', message)
    }
    const agencyId = agency.id
    const deleteAfter = toInstant(addDays(tx.now, DELETION_GRACE_DAYS))
    await writeState(tx, agencyId, { suspended_at: toInstant(tx.now), delete_after: deleteAfter })
    const { name } = agency
    const on = await booksDateOf(tx, agencyId, deleteAfter)
    await record(tx, 'agency.deletion-requested', { id, agencyId, name, on })
    return getAgency(tx, id)
  })
  await endRenewals(ctx, changed.id)
  return changed
}

/** Within the grace period, this restores everything. */
export async function cancelDeletion(ctx: UserCtx, { id }: { id: string }): Promise<AgencyFactsDto> {
  const changed = await transactIn(ctx, id, async (tx) => {
    const agency = await getAgency(tx, id)
    if (agency.delete_after === null) {
      throw new AppError('CONFLICT', 'This agency is not scheduled for deletion.')
    }
    const agencyId = agency.id
    await writeState(tx, agencyId, { suspended_at: null, delete_after: null })
    await record(tx, 'agency.deletion-cancelled', { id, agencyId, name: agency.name })
    return getAgency(tx, id)
  })
  await continueRenewals(ctx, changed.id)
  return changed
}
