import { hasBrand } from '#shared/brand.ts'
import { FIRST_STEPS, type FirstStep, type FirstStepsDto } from '#shared/first-steps.ts'
import type { AgencyId } from '#shared/roles.ts'
import { billingProfileOf } from '../../billing/queries/billing-profile.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { accountFor, payerAccount, takesCards } from '../../payments/queries/accounts.ts'
import { mayAddSample } from '../policy.ts'
import { sampleProject } from './sample.ts'

/** What the caller has yet to do for the first time; null once each step was taken or left out. */
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
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  return profile === undefined ? [] : JSON.parse(profile.skipped_steps)
}

/** A contact who may not see projects can't write in one, and without bills there is nothing to pay. */
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
    const profile = await billingProfileOf(ctx, agencyId)
    return profile?.address != null || profile?.legal_name != null
  },
  get_paid: async (ctx, agencyId) => {
    const profile = await billingProfileOf(ctx, agencyId)
    return profile?.iban != null || takesCards(ctx, await accountFor(ctx, agencyId))
  },
  client: async (ctx) =>
    isThere(selectFrom(ctx, 'clients').select('clients.id').where('clients.sample', '=', 0)),
  contributor: async (ctx) => isThere(selectFrom(ctx, 'employees').select('employees.id')),
  project: async (ctx) =>
    isThere(selectFrom(ctx, 'projects').select('projects.id').where('projects.sample', '=', 0)),
  picture: async (ctx) => {
    const { userId } = ctx.actor
    const profile = await selectFrom(ctx, 'profiles')
      .select('avatar')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return profile?.avatar != null
  },
  time: async (ctx) =>
    isThere(
      selectFrom(ctx, 'time_entries')
        .select('time_entries.id')
        .where('time_entries.user_id', '=', ctx.actor.userId),
    ),
  week: async (ctx) =>
    isThere(
      selectFrom(ctx, 'timesheets')
        .select('timesheets.id')
        .where('timesheets.user_id', '=', ctx.actor.userId),
    ),
  message: async (ctx) =>
    isThere(
      selectFrom(ctx, 'messages').select('messages.id').where('messages.sender_id', '=', ctx.actor.userId),
    ),
  // Where no cards are taken, there is none to save.
  card: async (ctx) =>
    !takesCards(ctx, await payerAccount(ctx)) ||
    isThere(
      selectFrom(ctx, 'saved_cards')
        .select('saved_cards.id')
        .where('saved_cards.user_id', '=', ctx.actor.userId),
    ),
}

interface Some {
  limit: (count: number) => { executeTakeFirst: () => Promise<{ id: string } | undefined> }
}

const isThere = async (rows: Some): Promise<boolean> => (await rows.limit(1).executeTakeFirst()) !== undefined
