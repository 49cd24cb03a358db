import type { AgencyId } from '#shared/base/roles.ts'
import { trialDaysLeft } from '#shared/identity/trial.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

export interface Usage {
  members: number
  projects: number
  /** Bytes of files, receipts, and pictures. */
  storage: number
}

export const GIGABYTE = 1024 ** 3

/** An agency's current usage of what its plan limits. */
export async function countUsage(ctx: Ctx, agencyId: AgencyId): Promise<Usage> {
  const [members, projects, storage] = await Promise.all([
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
    storageUsed(ctx, agencyId),
  ])
  return { members: members.count, projects: projects.count, storage }
}

async function storageUsed(ctx: Ctx, agencyId: AgencyId): Promise<number> {
  const agency = await selectFrom(ctx, 'agencies')
    .select('storage_used')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return agency.storage_used
}

/** Throws if the plan, where limits are enforced, has no room for another project or member. */
export async function requireRoom(ctx: Tx<AgencyCtx>, what: 'members' | 'projects'): Promise<void> {
  if (!ctx.services.config.enforcePlanLimits) return
  const { limit, room } = await roomFor(ctx, what)
  if (room !== null && room <= 0) {
    throw new AppError('FORBIDDEN', `Your plan is limited to ${limit} ${what}. Choose a larger plan.`, {
      reason: 'plan_limit',
    })
  }
}

/** How many more projects or members the plan allows; null if limits aren't enforced. */
export async function roomFor(
  ctx: AgencyCtx,
  what: 'members' | 'projects',
): Promise<{ limit: number | null; room: number | null }> {
  if (!ctx.services.config.enforcePlanLimits) return { limit: null, room: null }
  const [plan, usage] = await Promise.all([requirePlan(ctx), countUsage(ctx, ctx.reach.agencyId)])
  const limit = what === 'members' ? plan.member_limit : plan.project_limit
  return { limit, room: limit === null ? null : Math.max(0, limit - usage[what]) }
}

/**
 * Throws if the bytes exceed the installation's limit or, where enforced, the plan's. Of concurrent uploads
 * the last are rejected, because the rows of earlier transactions are already counted.
 */
export async function requireStorage(caller: Ctx, agencyId: AgencyId, more = 0): Promise<void> {
  const { enforcePlanLimits, storageLimitGb } = caller.services.config
  if (!enforcePlanLimits && storageLimitGb === null) return
  const ctx = inAgency(caller, { agencyId })
  const used = (await storageUsed(ctx, agencyId)) + more
  if (storageLimitGb !== null && used > storageLimitGb * GIGABYTE) {
    const message = `An agency can store ${storageLimitGb} GB here. Delete files to make room.`
    throw new AppError('FORBIDDEN', message, { reason: 'storage_limit' })
  }
  if (!enforcePlanLimits) return
  const { storage_limit_gb: limit } = await requirePlan(ctx)
  if (limit !== null && used > limit * GIGABYTE) {
    const message = `Your plan is limited to ${limit} GB of files. Delete some, or choose a larger plan.`
    throw new AppError('FORBIDDEN', message, { reason: 'storage_limit' })
  }
}

/** What one person can upload without using it: nobody else sees these files, so nobody else can delete them. */
export const UNUSED_LIMIT = { files: 50, bytes: 500 * 1024 ** 2 } as const

/** Throws with the message if a person's unused uploads, including the one to come, exceed the limit. */
export function requireUnusedRoom(unused: { files: number; bytes: number }, message: string): void {
  if (unused.files <= UNUSED_LIMIT.files && unused.bytes <= UNUSED_LIMIT.bytes) return
  throw new AppError('FORBIDDEN', message, { reason: 'unused_limit' })
}

/** The limits of the agency's plan; throws FORBIDDEN if the trial has expired without one. */
async function requirePlan(ctx: Ctx & { reach: AgencyCtx['reach'] }) {
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
  return limitsOf(ctx, agency.plan_id)
}

/** The limits of a plan; without one, those of the first plan offered. */
function limitsOf(ctx: Ctx, planId: string | null) {
  const plans = ctx.db.selectFrom('plans').select(['member_limit', 'project_limit', 'storage_limit_gb'])
  if (planId !== null) return plans.where('id', '=', planId).executeTakeFirstOrThrow()
  return plans
    .where('kind', '=', 'subscription')
    .where('status', '=', 'active')
    .orderBy('sort_order')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
}
