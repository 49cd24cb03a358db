import type { z } from 'zod'
import type { changePasswordInput } from '#shared/settings.ts'
import { recordAudit } from '../../audit/commands.ts'
import { mailPasswordChanged } from '../../auth/mails.ts'
import { hashPassword, requireStrongPassword } from '../../auth/passwords.ts'
import { getRecipient } from '../../auth/queries.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { Scope } from '../../auth/scope.ts'
import { endUserSessions } from '../../auth/sessions.ts'
import { deleteTokens } from '../../auth/tokens.ts'
import { transact } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import type { Context } from '../../trpc/context.ts'
import { deviceName } from '../rules.ts'

const FAILED = 'Password Update Failed'

/** Sets a new password by the current one and ends all other sessions. */
export async function changePassword(
  ctx: Context,
  scope: Scope,
  input: z.output<typeof changePasswordInput>,
): Promise<{ ok: true }> {
  const { db, config } = ctx.services
  await requireOwnPassword(ctx, scope, input.current_password, FAILED)
  await requireStrongPassword(config, input.password, {
    short: 'Password Too Short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password)
  await transact(db, async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', scope.userId)
      .execute()
    await deleteTokens(trx, scope.userId, 'reset_password')
    await endUserSessions(trx, scope.userId, ctx.sessionId)
    await recordAudit(trx, scope, {
      action: 'password.changed',
      subject: { type: 'user', id: scope.userId },
      detail: 'By the current password; all other sessions ended',
    })
    await publishChange(trx, scope, { domains: ['auth', 'settings'], userId: scope.userId })
    await mailPasswordChanged(trx, config, await getRecipient(trx, scope.userId), scope.now)
  })
  return { ok: true }
}

/** Ends one of the caller's sessions at once, open screens included. */
export async function revokeSession(
  ctx: Context,
  scope: Scope,
  input: { id: string },
): Promise<{ ok: true }> {
  await transact(ctx.services.db, async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', scope.userId)
      .where('id', '=', input.id)
      .returning('user_agent')
      .executeTakeFirst()
    if (ended === undefined) throw notFound('This session')
    await recordAudit(trx, scope, {
      action: 'session.revoked',
      subject: { type: 'user', id: scope.userId },
      detail: deviceName(ended.user_agent),
    })
    await publishChange(trx, scope, { domains: ['auth', 'settings'], userId: scope.userId })
  })
  return { ok: true }
}

/** Ends every session of the caller but the one that asks. */
export async function revokeOtherSessions(ctx: Context, scope: Scope): Promise<{ ok: true }> {
  await transact(ctx.services.db, async (trx) => {
    await endUserSessions(trx, scope.userId, ctx.sessionId)
    await recordAudit(trx, scope, {
      action: 'session.revoked',
      subject: { type: 'user', id: scope.userId },
      detail: 'All other sessions',
    })
    await publishChange(trx, scope, { domains: ['auth', 'settings'], userId: scope.userId })
  })
  return { ok: true }
}
