import type { PlanDto } from '#shared/packages.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getPlan } from '../queries/plans.ts'

/** Takes a plan off the offer, or back on it; its subscribers keep it. */
export function setPlanArchived(ctx: UserCtx, input: { id: string; archived: boolean }): Promise<PlanDto> {
  return transact(ctx, async (tx) => {
    const plan = await tx.db
      .updateTable('plans')
      .set((eb) => ({
        status: input.archived ? 'archived' : 'active',
        version: eb('version', '+', 1),
        updated_at: toInstant(ctx.now),
      }))
      .where('id', '=', input.id)
      .returning('name')
      .executeTakeFirst()
    if (plan === undefined) throw notFound('This package')
    await record(tx, 'package.changed', {
      id: input.id,
      agencyId: null,
      name: plan.name,
      change: input.archived ? 'archived' : 'restored',
    })
    return getPlan(tx, input.id)
  })
}
