import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { requestPasswordResetInput, resetPasswordInput } from '#shared/auth.ts'
import { isRole } from '#shared/roles.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import type { Context } from '../../trpc/context.ts'
import { endEarlierAccess } from '../earlier-access.ts'
import { countLinkUse, countPasswordReset } from '../limits.ts'
import { mailPasswordChanged, mailPasswordReset } from '../mails.ts'
import { hashPassword, requireStrongPassword } from '../passwords.ts'
import { findAccount, getRecipient } from '../queries.ts'
import { consumeToken, deleteTokens } from '../tokens.ts'

const TITLE = 'Password Update Failed'
/** Longer than queueing a mail takes, so that the answer's timing says nothing about the account. */
const ANSWER_AFTER_MS = 150

/** Mails a reset link to a known e-mail; an unknown one gets the same answer and no mail. */
export async function requestPasswordReset(
  ctx: Context,
  input: z.output<typeof requestPasswordResetInput>,
): Promise<{ ok: true }> {
  const { db } = ctx.services
  await countPasswordReset(db, input.email, ctx.request.ip)
  await Promise.all([sendResetLink(ctx, input.email), sleep(ANSWER_AFTER_MS)])
  return { ok: true }
}

async function sendResetLink({ services }: Context, email: string): Promise<void> {
  const account = await findAccount(services.db, email)
  if (account === null || account.disabled_at !== null) return
  const recipient = { userId: account.user_id, email, name: account.name ?? email }
  await transact(services.db, (trx) => mailPasswordReset(trx, services.config, recipient, services.clock()))
}

/** Sets a new password by a mailed link and ends all sessions; who is signed in gives the old one instead. */
export async function resetPassword(
  ctx: Context,
  input: z.output<typeof resetPasswordInput>,
): Promise<{ ok: true }> {
  const { db, config, clock } = ctx.services
  await countLinkUse(db, ctx.request.ip)
  const { token } = input
  if (!token) {
    throw new AppError('UNAUTHORIZED', 'Please open the link of your password mail.', {
      reason: 'session_missing',
      title: TITLE,
    })
  }
  await requireStrongPassword(config, input.password, {
    short: 'Password Too Short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  await transact(db, async (trx) => {
    const userId = await whosePassword(trx, ctx, token)
    const now = toInstant(clock())
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, email_verified_at: now })
      .where('id', '=', userId)
      .execute()
    await deleteTokens(trx, userId, 'reset_password')
    await endEarlierAccess(trx, userId)
    await publishChange(trx, { agencyId: null, now: clock() }, { domains: ['auth'], userId })
    const person = await getRecipient(trx, userId)
    await recordReset(trx, clock(), person)
    await mailPasswordChanged(trx, config, person, clock())
  })
  return { ok: true }
}

async function recordReset(trx: Trx, now: Date, person: { userId: string; name: string }): Promise<void> {
  const profile = await trx
    .selectFrom('profiles')
    .select(['agency_id', 'role'])
    .where('user_id', '=', person.userId)
    .executeTakeFirst()
  const role = profile !== undefined && isRole(profile.role) ? profile.role : null
  await recordAudit(
    trx,
    { now, userId: person.userId, name: person.name, role, agencyId: profile?.agency_id ?? null },
    {
      action: 'password.reset',
      subject: { type: 'user', id: person.userId },
      detail: 'By a mailed link; all sessions ended',
    },
  )
}

async function whosePassword(trx: Trx, ctx: Context, token: string): Promise<string> {
  const userId = await consumeToken(trx, token, 'reset_password', ctx.services.clock())
  if (userId === null) {
    throw new AppError(
      'BAD_REQUEST',
      'This link was used already or has expired. Please request a new one.',
      {
        reason: 'bad_token',
        title: TITLE,
      },
    )
  }
  return userId
}
