import type { AgencyId } from '#shared/base/roles.ts'
import { hasBrand } from '#shared/identity/brand.ts'
import { FIRST_STEPS, type FirstStep, type FirstStepsDto } from '#shared/overview/first-steps.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { letterheadProfileOf } from '../../../identity/letterhead/queries/profile-row.ts'
import {
  accountFor,
  isSetUp,
  payerAccount,
  takesCards,
} from '../../../money/payments/accounts/queries/accounts.ts'
import { ownerRates } from '../../../time/work-log/queries/owner-rates.ts'
import { mayAddSample } from '../policy.ts'
import { sampleProject } from './sample.ts'

/** The caller's onboarding steps; null once all are done or skipped. */
export async function getFirstSteps(ctx: UserCtx): Promise<FirstStepsDto | null> {
  const { agencyId } = ctx.reach
  const { role } = ctx.actor
  if (agencyId === null || role === null || role === 'super_admin') return null
  const keys = FIRST_STEPS[role].filter((key) => isAsked(ctx, key))
  const [skipped, done] = await Promise.all([
    skippedSteps(ctx),
    Promise.all(keys.map((key) => IS_DONE[key](ctx, agencyId))),
  ])
  const steps = keys.map((key, index) => ({
    key,
    state: done[index] ? ('done' as const) : skipped.includes(key) ? ('skipped' as const) : ('open' as const),
  }))
  if (steps.every(({ state }) => state !== 'open')) return null
  const offers = mayAddSample(ctx)
  const sample = offers ? await sampleProject(ctx, agencyId) : undefined
  return {
    steps,
    sample: sample === undefined ? null : { id: sample.id, name: sample.name },
    offers_sample: offers && sample === undefined,
  }
}

export async function skippedSteps(ctx: UserCtx): Promise<string[]> {
  const profile = await selectFrom(ctx, 'profiles')
    .select('skipped_steps')
    .where('user_id', '=', shownUserId(ctx))
    .executeTakeFirst()
  return profile === undefined ? [] : JSON.parse(profile.skipped_steps)
}

/** Contacts without access to projects can't write messages, and those without access to bills can't pay. */
function isAsked({ reach }: UserCtx, key: FirstStep): boolean {
  if (key === 'message') return reach.seesProjects
  return key !== 'card' || reach.seesBilling
}

type Check = (ctx: UserCtx, agencyId: AgencyId) => Promise<boolean>

const IS_DONE: Record<FirstStep, Check> = {
  brand: async (ctx, agencyId) => {
    const agency = await selectFrom(ctx, 'agencies')
      .select(['logo', 'accent'])
      .where('id', '=', agencyId)
      .executeTakeFirst()
    return agency !== undefined && hasBrand(agency)
  },
  invoicing: async (ctx, agencyId) => {
    const profile = await letterheadProfileOf(ctx, agencyId)
    return profile?.address != null || profile?.legal_name != null
  },
  rate: async (ctx) => (await ownerRates(ctx)).billing_rate !== null,
  get_paid: async (ctx, agencyId) => {
    const profile = await letterheadProfileOf(ctx, agencyId)
    // Test payments don't count.
    return profile?.iban != null || isSetUp(ctx, await accountFor(ctx, agencyId))
  },
  client: async (ctx) =>
    isThere(selectFrom(ctx, 'clients').select('clients.id').where('clients.sample', '=', 0)),
  contributor: async (ctx) => isThere(selectFrom(ctx, 'employees').select('employees.id')),
  project: async (ctx) =>
    isThere(selectFrom(ctx, 'projects').select('projects.id').where('projects.sample', '=', 0)),
  picture: async (ctx) => {
    const profile = await selectFrom(ctx, 'profiles')
      .select('avatar')
      .where('user_id', '=', shownUserId(ctx))
      .executeTakeFirst()
    return profile?.avatar != null
  },
  time: async (ctx) =>
    isThere(
      selectFrom(ctx, 'time_entries')
        .select('time_entries.id')
        .where('time_entries.user_id', '=', shownUserId(ctx)),
    ),
  week: async (ctx) =>
    isThere(
      selectFrom(ctx, 'timesheets')
        .select('timesheets.id')
        .where('timesheets.user_id', '=', shownUserId(ctx)),
    ),
  message: async (ctx) =>
    isThere(
      selectFrom(ctx, 'messages').select('messages.id').where('messages.sender_id', '=', shownUserId(ctx)),
    ),
  // Without card payments, no card can be saved.
  card: async (ctx) =>
    !takesCards(ctx, await payerAccount(ctx)) ||
    isThere(
      selectFrom(ctx, 'saved_cards')
        .select('saved_cards.id')
        .where('saved_cards.user_id', '=', shownUserId(ctx)),
    ),
}

interface Some {
  limit: (count: number) => { executeTakeFirst: () => Promise<{ id: string } | undefined> }
}

const isThere = async (rows: Some): Promise<boolean> => (await rows.limit(1).executeTakeFirst()) !== undefined
