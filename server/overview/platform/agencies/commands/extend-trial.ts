import type { z } from 'zod'
import type { AgencyFactsDto } from '#shared/overview/agencies.ts'
import type { extendTrialInput } from '#shared/overview/schemas/agencies.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { booksDateOf } from '../../../../money/ledger/queries/open-days.ts'
import { extendedTrialEnd } from '../../rules.ts'
import { getAgency } from '../queries/agencies.ts'

/** Extends a trial; throws CONFLICT if the agency is no longer in its trial. */
export function extendTrial(
  ctx: UserCtx,
  { id, days }: z.output<typeof extendTrialInput>,
): Promise<AgencyFactsDto> {
  return transactIn(ctx, id, async (tx) => {
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
    const until = await booksDateOf(tx, agencyId, endsAt)
    await record(tx, 'agency.trial-extended', { id, agencyId, name, days, until })
    return getAgency(tx, id)
  })
}
