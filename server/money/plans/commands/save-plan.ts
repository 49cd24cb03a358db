import type { z } from 'zod'
import type { PlanDto } from '#shared/money/plans/packages.ts'
import type { planSaveInput } from '#shared/money/plans/schemas/packages.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { getPlan } from '../queries/plans.ts'

type PlanSave = z.output<typeof planSaveInput>

/** Creates or updates a plan; running subscriptions keep their price. */
export function savePlan(ctx: UserCtx, input: PlanSave): Promise<PlanDto> {
  return transact(ctx, async (tx) => {
    const id = input.id ?? newId()
    if (input.popular) await clearPopular(tx, input.kind)
    if (input.id === undefined) await insertPlan(tx, input, id)
    else await updatePlan(tx, input, id)
    await tx.db.deleteFrom('plan_features').where('plan_id', '=', id).execute()
    if (input.features.length > 0) {
      await tx.db
        .insertInto('plan_features')
        .values(input.features.map((text, position) => ({ plan_id: id, position, text })))
        .execute()
    }
    await record(tx, 'package.changed', {
      id,
      agencyId: null,
      name: input.name,
      change: input.id === undefined ? 'created' : 'changed',
    })
    return getPlan(tx, id)
  })
}

const clearPopular = (tx: Tx, kind: PlanSave['kind']) =>
  tx.db.updateTable('plans').set({ popular: 0 }).where('kind', '=', kind).execute()

const columnsOf = (input: PlanSave, ctx: UserCtx) => ({
  kind: input.kind,
  name: input.name,
  description: input.description,
  price: input.price,
  billing_interval: input.billing_interval,
  member_limit: input.member_limit,
  project_limit: input.project_limit,
  storage_limit_gb: input.storage_limit_gb,
  popular: toFlag(input.popular),
  updated_at: toInstant(ctx.now),
})

async function insertPlan(tx: Tx<UserCtx>, input: PlanSave, id: string): Promise<void> {
  const last = await tx.db
    .selectFrom('plans')
    .select((eb) => eb.fn.max<number | null>('sort_order').as('position'))
    .where('kind', '=', input.kind)
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('plans')
    .values({
      id,
      ...columnsOf(input, tx),
      currency: 'USD',
      status: 'active',
      sort_order: (last.position ?? 0) + 1,
      version: 1,
      created_at: toInstant(tx.now),
    })
    .execute()
}

async function updatePlan(tx: Tx<UserCtx>, input: PlanSave, id: string): Promise<void> {
  const current = await tx.db.selectFrom('plans').select('version').where('id', '=', id).executeTakeFirst()
  if (current === undefined) throw notFound('This package')
  const updated = await tx.db
    .updateTable('plans')
    .set({ ...columnsOf(input, tx), version: current.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version ?? current.version)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) throw conflict('This package')
}
