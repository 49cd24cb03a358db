import type { z } from 'zod'
import type { deleteAccountInput } from '#shared/overview/schemas/settings.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import { AppError, fieldError } from '../../../base/core/calls/errors.ts'
import type { UserCtx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import {
  anonymizePerson,
  eraseOwnRows,
  namesOf,
} from '../../../identity/auth/accounts/commands/erase-person.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'
import { DELETED_PASSWORD } from '../../../identity/auth/passwords.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { blankSessionCookie } from '../../../identity/auth/sessions.ts'
import { eraseCards } from '../../../money/payments/cards/commands/erase-cards.ts'
import { endPlansPaidBy } from '../../../money/plans/commands/end-renewals.ts'

/**
 * Deletes the caller's account. An agency's hours, messages and payments remain in its records, but without the
 * person's name.
 */
export async function deleteAccount(
  ctx: UserRequest,
  input: z.output<typeof deleteAccountInput>,
): Promise<{ ok: true }> {
  const { services } = ctx
  // First, because codes are used up.
  if (input.confirm_email !== ctx.actor.email) {
    const message = 'Type your own email address to confirm.'
    throw fieldError('confirm_email', message)
  }
  await requireDispensable(ctx)
  await reAuthenticate(ctx, input)
  await endPlansPaidBy(ctx, ctx.actor.userId)
  await eraseCards(ctx, ctx.actor.userId)
  const keys = await transact(ctx, async (tx) => {
    const { userId: id, name, email } = ctx.actor
    // The agency may have been handed over to the caller since, or the other administrator have left.
    await requireDispensable(tx)
    await record(tx, 'account.deleted', { id })
    if (ctx.actor.role === 'agency_admin' && ctx.reach.agencyId !== null) {
      await record(tx, 'owner.removed', { id, name, email, left: true })
    }
    await withdrawInvitations(tx, { invitedBy: id })
    const account = { userId: id, agencyId: ctx.reach.agencyId }
    const person = { ...account, names: await namesOf(tx, account, { name, email }) }
    await anonymizePerson(tx, person)
    const keys = await eraseOwnRows(tx, person)
    await tx.db
      .updateTable('users')
      .set({ password_hash: DELETED_PASSWORD, disabled_at: toInstant(tx.now) })
      .where('id', '=', id)
      .execute()
    await record(tx, 'access.changed', { id, userId: id })
    return keys
  })
  for (const key of keys) await openStorage(services.config).remove(key)
  ctx.setCookie(blankSessionCookie(services))
  return { ok: true }
}

/** An agency must have an owner, and the platform an administrator. */
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
  const other = await selectMembers(ctx)
    .select('users.id')
    .where('profiles.role', '=', 'super_admin')
    .where('users.id', '!=', ctx.actor.userId)
    .executeTakeFirst()
  if (other === undefined) throw new AppError('CONFLICT', 'You are the last platform administrator.')
}
