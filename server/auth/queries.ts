import type { AuthInfoDto, SessionDto } from '#shared/auth.ts'
import type { Db } from '../db/schema.ts'
import { getPlatformRow } from '../platform/queries.ts'
import { providerName } from '../services/payment-provider.ts'
import type { Services } from '../trpc/context.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, isDemoEmail } from './demo-accounts.ts'
import type { Scope } from './scope.ts'

/** The signed-in person and their agency; no user when signed out. */
export async function getSession(
  { db, config }: Pick<Services, 'db' | 'config'>,
  scope: Scope | null,
): Promise<SessionDto> {
  if (scope === null) return { user: null }
  const row = await db
    .selectFrom('profiles')
    .leftJoin('agencies', (join) => join.on('agencies.id', '=', scope.agencyId))
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
      'agencies.currency',
      'agencies.status',
      'agencies.trial_ends_at',
      'agencies.suspended_at',
    ])
    .where('profiles.user_id', '=', scope.userId)
    .executeTakeFirst()
  if (row === undefined) return { user: null }
  const viewing = scope.readOnly === 'view-as'
  const { status, trial_ends_at, suspended_at, ...user } = row
  return {
    user: {
      ...user,
      role: viewing ? 'agency_admin' : user.role,
      timezone: scope.zone,
      week_start: scope.weekStart,
      books_timezone: scope.booksZone,
      viewing_as: viewing,
      trial_ends_at: status === 'trial' ? trial_ends_at : null,
      agency_suspended: suspended_at !== null,
      demo: config.demo && isDemoEmail(row.email),
    },
  }
}

/** What the sign-in screen needs to know of this instance. */
export async function getAuthInfo({ db, config }: Pick<Services, 'db' | 'config'>): Promise<AuthInfoDto> {
  const platform = await getPlatformRow(db)
  return {
    logo: platform.logo,
    registration_open: platform.registration === 'open',
    app_name: config.appName,
    demo: config.demo,
    demo_accounts: config.demo ? DEMO_ACCOUNTS.map(({ email, label }) => ({ email, label })) : [],
    demo_password: config.demo ? DEMO_PASSWORD : null,
    password_min_length: config.passwordMinLength,
    test_mode: providerName(config) === 'test',
  }
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** An account by its e-mail (lower case), with what decides whether it may sign in; null when unknown. */
export async function findAccount(db: Db, email: string) {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.agency_id', '=', 'profiles.agency_id')
        .onRef('clients.id', '=', 'profiles.client_id'),
    )
    .leftJoin('client_contacts', (join) =>
      join
        .onRef('client_contacts.user_id', '=', 'users.id')
        .onRef('client_contacts.client_id', '=', 'profiles.client_id'),
    )
    .leftJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .select([
      'users.id as user_id',
      'users.email',
      'users.password_hash',
      'users.email_verified_at',
      'users.disabled_at',
      'profiles.name',
      'profiles.role',
      'profiles.agency_id',
      'clients.portal_access',
      'client_contacts.portal_access as contact_access',
      'employees.deactivated_at',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

/** Whom a mail about the account goes to. */
export async function getRecipient(
  db: Db,
  userId: string,
): Promise<{ userId: string; email: string; name: string }> {
  const { email, name } = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.email', 'profiles.name'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, email, name: name ?? email }
}
