import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { findAccount, type PersonRow } from '../../accounts/queries/person.ts'
import { hasTwoFactor } from '../../queries/two-factor.ts'
import { endAccess } from '../../tokens/commands/end-earlier-access.ts'

/** Turns off the account's two-factor sign-in, for the command line; throws NOT_FOUND if there is no such account. */
export async function resetTwoFactorOf(ctx: Ctx, email: string): Promise<void> {
  const person = await findAccount(ctx, email)
  if (person === undefined) throw new AppError('NOT_FOUND', `No account signs in with ${email}.`)
  await transactIn(ctx, person.agency_id, (tx) => resetTwoFactor(tx, person))
}

type Reset = Pick<PersonRow, 'user_id' | 'name' | 'email' | 'agency_id'>

/** Deletes a person's second factor and recovery codes, and ends all their access. */
export async function resetTwoFactor(tx: Tx, { user_id: userId, agency_id, ...to }: Reset): Promise<void> {
  if (!(await hasTwoFactor(tx, userId))) {
    throw new AppError('CONFLICT', `${to.name} doesn’t use two-factor sign-in.`)
  }
  await deleteTwoFactor(tx, userId)
  await endAccess(tx, userId)
  const about = { id: userId, userId, agencyId: agency_id }
  await record(tx, 'access.changed', about)
  const { name, email } = to
  await record(tx, 'two-factor.reset', { ...about, to: { name, email }, resetBy: tx.actor.name })
}

/** Deletes a person's second factor and recovery codes. */
export async function deleteTwoFactor(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('two_factors').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
