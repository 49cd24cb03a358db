import type { z } from 'zod'
import type { emailChangeInput } from '#shared/overview/schemas/settings.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { hashSecret, newSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'
import { renewSession } from '../../../identity/auth/access/commands/renew-session.ts'
import { rememberName } from '../../../identity/auth/accounts/commands/remember-name.ts'
import { countAccountMail, countLinkUse } from '../../../identity/auth/limits.ts'
import { endChallenges } from '../../../identity/auth/proof/commands/issue-challenge.ts'
import { requireOwnPassword, requireSecondFactor } from '../../../identity/auth/re-auth.ts'
import { endUserSessions } from '../../../identity/auth/tokens/commands/end-sessions.ts'
import { deleteTokens } from '../../../identity/auth/tokens/commands/issue-token.ts'

const VALID_DAYS = 1

/** Mails a link to the new address; the account keeps its address until the link is opened. */
export async function requestEmailChange(
  ctx: UserRequest,
  input: z.output<typeof emailChangeInput>,
): Promise<{ pending_email: string }> {
  await requireOwnPassword(ctx, input.password)
  const mail = await countAccountMail(ctx, ctx.actor.email)
  // Before the code, which is used up. Addresses in use stay counted, so that they can't be probed.
  await requireFree(ctx, input.email)
  try {
    await requireSecondFactor(ctx, ctx.actor.userId, input.code)
  } catch (error) {
    await mail.refund()
    throw error
  }
  await transact(ctx, async (tx) => {
    await requireFree(tx, input.email)
    const token = newSecret()
    await tx.db.deleteFrom('email_changes').where('user_id', '=', ctx.actor.userId).execute()
    await tx.db
      .insertInto('email_changes')
      .values({
        token_hash: hashSecret(token),
        user_id: ctx.actor.userId,
        email: input.email,
        expires_at: toInstant(addDays(ctx.now, VALID_DAYS)),
      })
      .execute()
    const { userId: id, name } = ctx.actor
    const to = { email: input.email, name }
    await record(tx, 'email.change-requested', { id, userId: id, to, secret: token })
  })
  return { pending_email: input.email }
}

/** Switches to the confirmed address, ends other sessions, and informs the old address. */
export async function confirmEmailChange(
  ctx: UserRequest,
  input: { token: string },
): Promise<{ email: string }> {
  const { userId } = ctx.actor
  await countLinkUse(ctx, ctx.request.ip)
  const { cookie, ...changed } = await transact(ctx, async (tx) => {
    const { user_id: owner, email } = await takeChange(tx, input.token)
    // Throwing leaves the link unused.
    if (owner !== userId) {
      throw new AppError(
        'FORBIDDEN',
        'This link belongs to another account. Sign in to that one, then open the link again.',
        { reason: 'other_account', title: CONFIRMATION_FAILED },
      )
    }
    const before = await selectFrom(tx, 'profiles')
      .select(['name', 'email'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    await rememberName(tx, { userId, ...before })
    await writeEmail(tx, userId, email)
    // Also invalidates links sent to the old address and pending second factors.
    for (const purpose of ['reset_password', 'verify_email'] as const) await deleteTokens(tx, userId, purpose)
    await endChallenges(tx, userId)
    await endUserSessions(tx, userId, ctx.sessionId)
    const { name, email: from } = before
    await record(tx, 'email.changed', { id: userId, userId, name, from, to: email })
    return { email, cookie: await renewSession(tx) }
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return changed
}

const CONFIRMATION_FAILED = 'Email Confirmation Failed'

/** Consumes the change that the link confirms. */
async function takeChange(tx: Tx, token: string): Promise<{ user_id: string; email: string }> {
  const change = await tx.db
    .deleteFrom('email_changes')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', toInstant(tx.now))
    .returning(['user_id', 'email'])
    .executeTakeFirst()
  if (change !== undefined) return change
  throw new AppError('BAD_REQUEST', 'This link has already been used or has expired. Request a new one.', {
    reason: 'bad_token',
    title: CONFIRMATION_FAILED,
  })
}

async function requireFree(ctx: Ctx, email: string): Promise<void> {
  const taken = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken !== undefined) throw emailTaken()
}

async function writeEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const instant = toInstant(tx.now)
  await requireFree(tx, email)
  try {
    await tx.db
      .updateTable('users')
      .set({ email, email_verified_at: instant })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
  await updateTable(tx, 'profiles')
    .set({ email, updated_at: instant })
    .where('user_id', '=', userId)
    .execute()
}

const emailTaken = (): AppError =>
  new AppError('CONFLICT', 'An account with this email already exists.', {
    reason: 'email_taken',
    fields: { email: 'An account with this email already exists.' },
  })
