import type { z } from 'zod'
import type { deleteAccountInput } from '#shared/settings.ts'
import { openStorage } from '../../adapters/storage.ts'
import { lockAgency } from '../../agencies/commands/claim.ts'
import { DELETED_PASSWORD } from '../../auth/passwords.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import { blankSessionCookie } from '../../auth/sessions.ts'
import type { Tx, UserCtx, UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { deleteFrom, selectFrom, unscoped, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { forgetCards } from '../../payments/commands/erase-cards.ts'
import { setPicture } from './set-picture.ts'

const NAME = 'Deleted user'

/** What is the person's alone and goes with the account. */
const OWN_TABLES = [
  'sessions',
  'keyed_requests',
  'tokens',
  'api_tokens',
  'two_factors',
  'recovery_codes',
  'sign_in_challenges',
  'email_changes',
  'known_devices',
  'user_preferences',
  'saved_views',
  'notifications',
  'notification_preferences',
  'notification_mail_settings',
  'schedule_feeds',
  'sign_in_events',
] as const

/**
 * Deletes the caller's account. An agency's hours, messages and payments stay, as others' books need them,
 * but no longer say whose they were.
 */
export async function deleteAccount(
  ctx: UserRequest,
  input: z.output<typeof deleteAccountInput>,
): Promise<{ ok: true }> {
  const { services } = ctx
  await requireOwnPassword(ctx, input.password)
  if (input.confirm_email !== ctx.actor.email) {
    const message = 'Type your own email address to confirm.'
    throw new AppError('BAD_REQUEST', message, { fields: { confirm_email: message } })
  }
  await requireDispensable(ctx)
  await forgetCards(ctx, ctx.actor.userId)
  const avatar = await transact(ctx, async (tx) => {
    const id = ctx.actor.userId
    // The agency may just be being handed over to the person who leaves.
    if (ctx.reach.agencyId !== null) await lockAgency(tx, ctx.reach.agencyId)
    await requireDispensable(tx)
    const { replaced } = await setPicture(tx, 'avatar', null)
    await record(tx, 'account.deleted', { id })
    if (ctx.actor.role === 'agency_admin' && ctx.reach.agencyId !== null) {
      const { name, email } = ctx.actor
      await record(tx, 'owner.removed', { id, name, email, left: true })
    }
    await anonymize(tx)
    await deleteFrom(tx, 'time_entries').where('user_id', '=', id).where('agency_id', 'is', null).execute()
    for (const table of OWN_TABLES) {
      await unscoped(tx).deleteFrom(table).where('user_id', '=', id).execute()
    }
    await record(tx, 'access.changed', { id, userId: id })
    return replaced
  })
  if (avatar !== null) await openStorage(services.config).remove(avatar)
  ctx.setCookie(blankSessionCookie(services))
  return { ok: true }
}

/** An agency keeps its owner, and the platform an administrator. */
async function requireDispensable(ctx: UserCtx): Promise<void> {
  const owned = await selectFrom(ctx, 'agencies')
    .select('name')
    .where('owner_id', '=', ctx.actor.userId)
    .executeTakeFirst()
  if (owned !== undefined) {
    throw new AppError(
      'CONFLICT',
      `You own ${owned.name}. Hand it over to another owner first, or ask the platform to delete it.`,
    )
  }
  if (ctx.actor.role !== 'super_admin') return
  const other = await selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('users.id')
    .where('profiles.role', '=', 'super_admin')
    .where('users.disabled_at', 'is', null)
    .where('users.id', '!=', ctx.actor.userId)
    .executeTakeFirst()
  if (other === undefined) throw new AppError('CONFLICT', 'You are the last platform administrator.')
}

/** Rows of all agencies the person ever worked in, whoever sees them. */
async function anonymize(tx: Tx<UserCtx>): Promise<void> {
  const { userId } = tx.actor
  const instant = toInstant(tx.now)
  const email = `deleted-${userId}@deleted.invalid`
  await tx.db
    .updateTable('users')
    .set({ email, password_hash: DELETED_PASSWORD, disabled_at: instant })
    .where('id', '=', userId)
    .execute()
  const all = acrossAgencies(tx)
  await updateTable(all, 'profiles')
    .set({ email, name: NAME, avatar: null, company: null, updated_at: instant })
    .where('user_id', '=', userId)
    .execute()
  await updateTable(all, 'messages').set({ sender_name: NAME }).where('sender_id', '=', userId).execute()
  await updateTable(all, 'task_comments').set({ author_name: NAME }).where('author_id', '=', userId).execute()
  await updateTable(all, 'client_notes').set({ author_name: NAME }).where('author_id', '=', userId).execute()
  await updateTable(all, 'activity').set({ actor_name: NAME }).where('actor_id', '=', userId).execute()
  await updateTable(all, 'files').set({ uploaded_by_name: NAME }).where('uploaded_by', '=', userId).execute()
  await updateTable(all, 'imports').set({ created_by_name: NAME }).where('created_by', '=', userId).execute()
}
