import type { z } from 'zod'
import type { emailChangeInput } from '#shared/settings.ts'
import { recordAudit } from '../../audit/commands.ts'
import { countAccountMail, countLinkUse } from '../../auth/limits.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { Scope } from '../../auth/scope.ts'
import { endUserSessions, hashSecret, newSecret } from '../../auth/sessions.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { queueMail } from '../../mail/queue.ts'
import type { Context } from '../../trpc/context.ts'

const VALID_DAYS = 1

/** Mails a link to the new address; the account keeps the old one until it is opened. */
export async function requestEmailChange(
  ctx: Context,
  scope: Scope,
  input: z.output<typeof emailChangeInput>,
): Promise<{ pending_email: string }> {
  const { db, config } = ctx.services
  await requireOwnPassword(ctx, scope, input.password)
  await countAccountMail(db, scope.email)
  await transact(db, async (trx) => {
    await requireFree(trx, input.email)
    const token = newSecret()
    await trx.deleteFrom('email_changes').where('user_id', '=', scope.userId).execute()
    await trx
      .insertInto('email_changes')
      .values({
        token_hash: hashSecret(token),
        user_id: scope.userId,
        email: input.email,
        expires_at: toInstant(addDays(scope.now, VALID_DAYS)),
      })
      .execute()
    await queueMail(trx, config.appName, scope.now, {
      recipient: input.email,
      subject: `Confirm your new email for ${config.appName}`,
      greeting: `Hello ${scope.name},`,
      paragraphs: ['Please confirm that this is your email address. Until then the old one stays in use.'],
      button: {
        label: 'Confirm email',
        url: `${config.publicUrl}/settings?section=profile&email_token=${token}`,
      },
      note: 'The link works once, for a day. If you did not ask for it, ignore this mail.',
    })
    await publishChange(trx, scope, { domains: ['settings'], userId: scope.userId })
  })
  return { pending_email: input.email }
}

/** Puts the confirmed address in use, ends other sessions and tells the old address. */
export async function confirmEmailChange(
  ctx: Context,
  scope: Scope,
  input: { token: string },
): Promise<{ email: string }> {
  const { db, config } = ctx.services
  const { now, userId } = scope
  await countLinkUse(db, ctx.request.ip)
  return transact(db, async (trx) => {
    const { user_id: owner, email } = await takeChange(trx, input.token, now)
    // Thrown, it leaves the link unused.
    if (owner !== userId) {
      throw new AppError(
        'FORBIDDEN',
        'This link belongs to another account. Sign in to that one, then open the link again.',
        { reason: 'other_account', title: CONFIRMATION_FAILED },
      )
    }
    const before = await trx
      .selectFrom('profiles')
      .select(['name', 'email', 'agency_id'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    await writeEmail(trx, userId, email, now)
    await endUserSessions(trx, userId, ctx.sessionId)
    await recordAudit(
      trx,
      { now, userId, name: before.name, agencyId: before.agency_id },
      {
        action: 'email.changed',
        subject: { type: 'user', id: userId },
        detail: `${before.email} → ${email}`,
      },
    )
    await queueMail(trx, config.appName, now, {
      recipient: before.email,
      subject: `Your ${config.appName} email was changed`,
      greeting: `Hello ${before.name},`,
      paragraphs: [
        `Your account now signs in with ${email}. If it was not you, write to your agency at once.`,
      ],
    })
    await publishChange(trx, { agencyId: null, now }, { domains: ['auth', 'settings', 'people'], userId })
    return { email }
  })
}

const CONFIRMATION_FAILED = 'Email Confirmation Failed'

/** The change the link stands for, which works no second time. */
async function takeChange(trx: Trx, token: string, now: Date): Promise<{ user_id: string; email: string }> {
  const change = await trx
    .deleteFrom('email_changes')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', toInstant(now))
    .returning(['user_id', 'email'])
    .executeTakeFirst()
  if (change !== undefined) return change
  throw new AppError('BAD_REQUEST', 'This link was used already or has expired. Ask for a new one.', {
    reason: 'bad_token',
    title: CONFIRMATION_FAILED,
  })
}

async function requireFree(db: Db, email: string): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken !== undefined) throw emailTaken()
}

async function writeEmail(trx: Trx, userId: string, email: string, now: Date): Promise<void> {
  const instant = toInstant(now)
  await requireFree(trx, email)
  try {
    await trx
      .updateTable('users')
      .set({ email, email_verified_at: instant })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
  await trx
    .updateTable('profiles')
    .set({ email, updated_at: instant })
    .where('user_id', '=', userId)
    .execute()
}

const emailTaken = (): AppError =>
  new AppError('CONFLICT', 'An account with this email already exists.', {
    reason: 'email_taken',
    fields: { email: 'An account with this email already exists.' },
  })

export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', toInstant(now)).execute()
}
