import type { PlanDto } from '#shared/money/plans/packages.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getPlan } from '../queries/plans.ts'

/** Archives or restores a plan; existing subscribers keep it. */
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
