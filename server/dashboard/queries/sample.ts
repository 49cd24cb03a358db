import type { AgencyId } from '#shared/roles.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** The agency's sample project; undefined without one. */
export const sampleProject = (ctx: UserCtx, agencyId: AgencyId) =>
  selectFrom(ctx, 'projects')
    .select(['id', 'name', 'assigned_client_id'])
    .where('agency_id', '=', agencyId)
    .where('sample', '=', 1)
    .executeTakeFirst()
