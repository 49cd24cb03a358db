import { formatCount } from '#shared/base/format.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isForeignKeyViolation } from '../../../base/db/engines/dialect.ts'

/** Deletes a plan that never had subscribers. */
export async function deletePlan(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  try {
    return await transact(ctx, async (tx) => {
      const { subscribers } = await selectFrom(tx, 'agency_subscriptions')
        .select((eb) => eb.fn.countAll<number>().as('subscribers'))
        .where('plan_id', '=', input.id)
        .where('status', '!=', 'canceled')
        .executeTakeFirstOrThrow()
      if (subscribers > 0) {
        const agencies = formatCount(subscribers, 'agency is', 'agencies are')
        throw new AppError('CONFLICT', `${agencies} on this package. Archive it instead.`, {
          reason: 'has_subscribers',
        })
      }
      const plan = await tx.db
        .deleteFrom('plans')
        .where('id', '=', input.id)
        .returning('name')
        .executeTakeFirst()
      if (plan === undefined) throw notFound('This package')
      await record(tx, 'package.deleted', { id: input.id, agencyId: null, name: plan.name })
      return { id: input.id }
    })
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new AppError('CONFLICT', 'This package has a payment history. Archive it instead.')
  }
}
