import type { z } from 'zod'
import type { deleteAccountInput } from '#shared/settings.ts'
import { recordAudit } from '../../audit/commands.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { Scope } from '../../auth/scope.ts'
import { blankSessionCookie } from '../../auth/sessions.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { forgetCards } from '../../payments/commands/cards.ts'
import { openStorage } from '../../services/storage.ts'
import type { Context } from '../../trpc/context.ts'
import { setPicture } from './pictures.ts'

const NAME = 'Deleted user'

/** What is the person's alone and goes with the account. */
const OWN_TABLES = [
  'sessions',
  'tokens',
  'api_tokens',
  'two_factors',
  'recovery_codes',
  'sign_in_challenges',
  'email_changes',
  'user_preferences',
  'notifications',
  'notification_preferences',
  'notification_mail_settings',
  'schedule_feeds',
  'sign_in_events',
] as const

/**
 * Deletes the caller's account. Hours, messages and payments stay, as others' books need them, but no
 * longer say whose they were.
 */
export async function deleteAccount(
  ctx: Context,
  scope: Scope,
  input: z.output<typeof deleteAccountInput>,
): Promise<{ ok: true }> {
  const { services } = ctx
  await requireOwnPassword(ctx, scope, input.password)
  if (input.confirm_email !== scope.email) {
    const message = 'Type your own email address to confirm.'
    throw new AppError('BAD_REQUEST', message, { fields: { confirm_email: message } })
  }
  await requireDispensable(services.db, scope)
  await forgetCards(services, scope.userId)
  const avatar = await transact(services.db, async (trx) => {
    const { replaced } = await setPicture(trx, scope, 'avatar', null)
    await recordAudit(trx, scope, {
      action: 'account.deleted',
      subject: { type: 'user', id: scope.userId },
      detail: 'By its owner',
    })
    await anonymise(trx, scope)
    for (const table of OWN_TABLES) {
      await trx.deleteFrom(table).where('user_id', '=', scope.userId).execute()
    }
    await publishChange(trx, scope, { domains: ['auth'], userId: scope.userId })
    await publishChange(trx, scope, { domains: ['people', 'messages', 'activity'] })
    return replaced
  })
  if (avatar !== null) await openStorage(services.config).remove(avatar)
  ctx.setCookie(blankSessionCookie(services))
  return { ok: true }
}

/** An agency keeps its owner, and the platform an administrator. */
async function requireDispensable(db: Db, scope: Scope): Promise<void> {
  const owned = await db
    .selectFrom('agencies')
    .select('name')
    .where('owner_id', '=', scope.userId)
    .executeTakeFirst()
  if (owned !== undefined) {
    throw new AppError('CONFLICT', `You own ${owned.name}. Ask the platform to delete the agency first.`)
  }
  if (scope.role !== 'super_admin') return
  const other = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('users.id')
    .where('profiles.role', '=', 'super_admin')
    .where('users.disabled_at', 'is', null)
    .where('users.id', '!=', scope.userId)
    .executeTakeFirst()
  if (other === undefined) throw new AppError('CONFLICT', 'You are the last platform administrator.')
}

async function anonymise(trx: Trx, { userId, now }: Scope): Promise<void> {
  const instant = toInstant(now)
  const email = `deleted-${userId}@deleted.invalid`
  await trx
    .updateTable('users')
    .set({ email, password_hash: 'deleted', disabled_at: instant })
    .where('id', '=', userId)
    .execute()
  await trx
    .updateTable('profiles')
    .set({ email, name: NAME, avatar: null, company: null, updated_at: instant })
    .where('user_id', '=', userId)
    .execute()
  await trx.updateTable('messages').set({ sender_name: NAME }).where('sender_id', '=', userId).execute()
  await trx.updateTable('task_comments').set({ author_name: NAME }).where('author_id', '=', userId).execute()
  await trx.updateTable('client_notes').set({ author_name: NAME }).where('author_id', '=', userId).execute()
  await trx.updateTable('activity').set({ actor_name: NAME }).where('actor_id', '=', userId).execute()
  await trx.updateTable('files').set({ uploaded_by_name: NAME }).where('uploaded_by', '=', userId).execute()
}
