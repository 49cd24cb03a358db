import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { requestPasswordResetInput } from '#shared/identity/schemas/auth.ts'
import type { RequestCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { isRecent } from '../../../../base/db/elapsed.ts'
import { countPasswordReset } from '../../limits.ts'
import { issueToken } from '../../tokens/commands/issue-token.ts'
import { findAccount } from '../queries/person.ts'

/** Longer than queuing a mail takes, so that response times don't reveal whether the account exists. */
const ANSWER_AFTER_MS = 150
const MAIL_AGAIN_AFTER_MINUTES = 5

/** Mails a reset link to a known address; the response for an unknown one is the same. */
export async function requestPasswordReset(
  ctx: RequestCtx,
  input: z.output<typeof requestPasswordResetInput>,
): Promise<{ ok: true }> {
  await countPasswordReset(ctx, input.email, ctx.request.ip)
  await Promise.all([sendResetLink(ctx, input.email), sleep(ANSWER_AFTER_MS)])
  return { ok: true }
}

async function sendResetLink(ctx: RequestCtx, email: string): Promise<void> {
  const account = await findAccount(ctx, email)
  if (account === undefined || account.disabled_at !== null) return
  const { user_id: id, name } = account
  await transact(ctx, async (tx) => {
    if (await wasJustSent(tx, id)) return
    const secret = await issueToken(tx, id, 'reset_password')
    await record(tx, 'password.reset-requested', { id, to: { email, name }, secret })
  })
}

/** Keeps the newest link valid for a while despite repeated requests, and prevents flooding the mailbox. */
async function wasJustSent(tx: Tx, userId: string): Promise<boolean> {
  const recent = await tx.db
    .selectFrom('tokens')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset_password')
    .where(isRecent('created_at', tx.now, MAIL_AGAIN_AFTER_MINUTES))
    .executeTakeFirst()
  return recent !== undefined
}
