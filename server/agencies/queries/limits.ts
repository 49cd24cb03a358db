import type { AgencyId } from '#shared/roles.ts'
import { trialDaysLeft } from '#shared/trial.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'

export interface Usage {
  members: number
  projects: number
}

/** What an agency uses of what its plan limits. */
export async function countUsage(ctx: Ctx, agencyId: AgencyId): Promise<Usage> {
  const [members, projects] = await Promise.all([
    selectFrom(ctx, 'employees')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'projects')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', agencyId)
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { members: members.count, projects: projects.count }
}

/** Refuses one more project or member where the platform enforces plan limits. */
export async function requireRoom(ctx: AgencyCtx, what: keyof Usage): Promise<void> {
  if (!ctx.services.config.enforcePlanLimits) return
  const agency = await selectFrom(ctx, 'agencies')
    .leftJoin('agency_subscriptions as subscription', (join) =>
      join.onRef('subscription.agency_id', '=', 'agencies.id').on('subscription.status', '!=', 'canceled'),
    )
    .select(['agencies.status', 'agencies.trial_ends_at', 'subscription.plan_id'])
    .where('agencies.id', '=', ctx.reach.agencyId)
    .executeTakeFirstOrThrow()
  const { status, trial_ends_at } = agency
  if (status === 'trial' && trial_ends_at !== null && trialDaysLeft(trial_ends_at, ctx.now) === 0) {
    throw new AppError('FORBIDDEN', 'Your trial has ended. Choose a plan to continue.', {
      reason: 'trial_ended',
    })
  }
  const [plan, usage] = await Promise.all([
    limitsOf(ctx, agency.plan_id),
    countUsage(ctx, ctx.reach.agencyId),
  ])
  const limit = what === 'members' ? plan.member_limit : plan.project_limit
  if (limit !== null && usage[what] >= limit) {
    throw new AppError('FORBIDDEN', `Your plan is limited to ${limit} ${what}. Choose a larger one.`, {
      reason: 'plan_limit',
    })
  }
}

/** The limits of a plan; without one, those of the first on offer. */
function limitsOf(ctx: Ctx, planId: string | null) {
  const plans = ctx.db.selectFrom('plans').select(['member_limit', 'project_limit'])
  if (planId !== null) return plans.where('id', '=', planId).executeTakeFirstOrThrow()
  return plans
    .where('kind', '=', 'subscription')
    .where('status', '=', 'active')
    .orderBy('sort_order')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
}
