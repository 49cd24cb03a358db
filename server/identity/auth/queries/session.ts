import type { AuthInfoDto, SessionDto } from '#shared/identity/auth.ts'
import { instanceAccount } from '../../../base/adapters/payments/payment-provider.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, isDemoEmail } from '../demo-accounts.ts'
import { getPlatformRow } from './platform.ts'

/** The signed-in person and their agency; the user is null when signed out. */
export async function getSession(ctx: Ctx): Promise<SessionDto> {
  const { actor, reach } = ctx
  if (actor.kind !== 'user') return { user: null }
  const row = await selectFrom(ctx, 'profiles')
    .leftJoin('agencies', (join) => join.on('agencies.id', '=', reach.agencyId))
    .select([
      'profiles.user_id',
      'profiles.name',
      'profiles.email',
      'profiles.role',
      'agencies.id as agency_id',
      'agencies.name as agency_name',
      'profiles.client_id',
      'profiles.employee_id',
      'profiles.avatar',
      'profiles.company',
      'agencies.logo',
      'agencies.accent',
      'agencies.currency',
      'agencies.status',
      'agencies.trial_ends_at',
      'agencies.suspended_at',
    ])
    .where('profiles.user_id', '=', shownUserId({ ...ctx, actor }))
    .executeTakeFirst()
  if (row === undefined) return { user: null }
  const viewing = actor.readOnly === 'view-as'
  const { status, trial_ends_at, suspended_at, logo, accent, ...user } = row
  return {
    user: {
      ...user,
      brand: { logo, accent },
      role: viewing ? 'agency_admin' : user.role,
      timezone: actor.zone,
      week_start: actor.weekStart,
      books_timezone: reach.booksZone,
      viewing_as: viewing,
      trial_ends_at: status === 'trial' ? trial_ends_at : null,
      agency_suspended: suspended_at !== null,
      demo: ctx.services.config.demo && isDemoEmail(row.email),
    },
  }
}

/** What the sign-in page needs to know about this instance. */
export async function getAuthInfo(ctx: Ctx): Promise<AuthInfoDto> {
  const platform = await getPlatformRow(ctx)
  const { config } = ctx.services
  return {
    logo: platform.logo,
    registration_open: platform.registration === 'open',
    app_name: config.appName,
    demo: config.demo,
    demo_accounts: config.demo ? DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label })) : [],
    demo_password: config.demo ? DEMO_PASSWORD : null,
    password_min_length: config.passwordMinLength,
    test_mode: instanceAccount(config)?.notice != null,
  }
}
