import type { z } from 'zod'
import type { AgencyFactsDto, extendTrialInput } from '#shared/agencies.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getAgency } from '../queries/agencies.ts'
import { extendedTrialEnd } from '../rules.ts'

/** Gives a trial more days; CONFLICT when the agency is past its trial. */
export function extendTrial(
  ctx: UserCtx,
  { id, days }: z.output<typeof extendTrialInput>,
): Promise<AgencyFactsDto> {
  return transact(ctx, async (tx) => {
    const agency = await getAgency(tx, id)
    if (agency.status !== 'trial') throw new AppError('CONFLICT', 'This agency is no longer in trial.')
    const agencyId = agency.id
    const endsAt = toInstant(extendedTrialEnd(agency.trial_ends_at, days, tx.now))
    await updateTable(tx, 'agencies')
      .set({ trial_ends_at: endsAt, updated_at: toInstant(tx.now) })
      .where('id', '=', agencyId)
      .execute()
    await updateTable(tx, 'agency_subscriptions')
      .set({ period_end: endsAt, updated_at: toInstant(tx.now) })
      .where('agency_id', '=', agencyId)
      .where('status', '=', 'trialing')
      .execute()
    const { name } = agency
    await record(tx, 'agency.trial-extended', { id, agencyId, name, days, until: endsAt.slice(0, 10) })
    return getAgency(tx, id)
  })
}
