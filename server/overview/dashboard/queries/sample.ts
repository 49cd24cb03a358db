import type { AgencyId } from '#shared/base/roles.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The agency's sample project; undefined if there is none. */
export const sampleProject = (ctx: UserCtx, agencyId: AgencyId) =>
  selectFrom(ctx, 'projects')
    .select(['id', 'name', 'assigned_client_id'])
    .where('agency_id', '=', agencyId)
    .where('sample', '=', 1)
    .executeTakeFirst()
