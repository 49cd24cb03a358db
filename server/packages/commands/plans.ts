import type { z } from 'zod'
import type { PlanDto, planSaveInput } from '#shared/packages.ts'
import { recordActivity } from '../../activity/record.ts'
import type { Scope } from '../../auth/scope.ts'
import { isForeignKeyViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { getPlan } from '../queries.ts'

type PlanSave = z.output<typeof planSaveInput>

/** Adds a plan or changes one; running subscriptions keep the price they were made at. */
export function savePlan(db: Db, scope: Scope, input: PlanSave): Promise<PlanDto> {
  return transact(db, async (trx) => {
    const id = input.id ?? newId()
    if (input.popular) await clearPopular(trx, input.kind)
    if (input.id === undefined) await insertPlan(trx, scope, input, id)
    else await updatePlan(trx, scope, input, id)
    await trx.deleteFrom('plan_features').where('plan_id', '=', id).execute()
    if (input.features.length > 0) {
      await trx
        .insertInto('plan_features')
        .values(input.features.map((text, position) => ({ plan_id: id, position, text })))
        .execute()
    }
    await record(trx, scope, id, `Package ${input.name} ${input.id === undefined ? 'created' : 'changed'}`)
    return getPlan(trx, id)
  })
}

const clearPopular = (trx: Trx, kind: PlanSave['kind']) =>
  trx.updateTable('plans').set({ popular: 0 }).where('kind', '=', kind).execute()

const columnsOf = (input: PlanSave, scope: Scope) => ({
  kind: input.kind,
  name: input.name,
  description: input.description,
  price: input.price,
  billing_interval: input.billing_interval,
  member_limit: input.member_limit,
  project_limit: input.project_limit,
  storage_limit_gb: input.storage_limit_gb,
  popular: toFlag(input.popular),
  updated_at: toInstant(scope.now),
})

async function insertPlan(trx: Trx, scope: Scope, input: PlanSave, id: string): Promise<void> {
  const last = await trx
    .selectFrom('plans')
    .select((eb) => eb.fn.max<number | null>('sort_order').as('position'))
    .where('kind', '=', input.kind)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('plans')
    .values({
      id,
      ...columnsOf(input, scope),
      currency: 'USD',
      status: 'active',
      sort_order: (last.position ?? 0) + 1,
      version: 1,
      created_at: toInstant(scope.now),
    })
    .execute()
}

async function updatePlan(trx: Trx, scope: Scope, input: PlanSave, id: string): Promise<void> {
  const current = await trx.selectFrom('plans').select('version').where('id', '=', id).executeTakeFirst()
  if (current === undefined) throw notFound('This package')
  const updated = await trx
    .updateTable('plans')
    .set({ ...columnsOf(input, scope), version: current.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version ?? current.version)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) throw conflict('This package')
}

/** Takes a plan off the offer, or back on it; its subscribers keep it. */
export function setPlanArchived(
  db: Db,
  scope: Scope,
  input: { id: string; archived: boolean },
): Promise<PlanDto> {
  return transact(db, async (trx) => {
    const plan = await trx
      .updateTable('plans')
      .set((eb) => ({
        status: input.archived ? 'archived' : 'active',
        version: eb('version', '+', 1),
        updated_at: toInstant(scope.now),
      }))
      .where('id', '=', input.id)
      .returning('name')
      .executeTakeFirst()
    if (plan === undefined) throw notFound('This package')
    await record(trx, scope, input.id, `Package ${plan.name} ${input.archived ? 'archived' : 'restored'}`)
    return getPlan(trx, input.id)
  })
}

/** Deletes a plan nobody was ever on. */
export async function deletePlan(db: Db, scope: Scope, input: { id: string }): Promise<{ id: string }> {
  try {
    return await transact(db, async (trx) => {
      const { subscribers } = await trx
        .selectFrom('agency_subscriptions')
        .select((eb) => eb.fn.countAll<number>().as('subscribers'))
        .where('plan_id', '=', input.id)
        .where('status', '!=', 'canceled')
        .executeTakeFirstOrThrow()
      if (subscribers > 0) {
        const agencies = subscribers === 1 ? '1 agency is' : `${subscribers} agencies are`
        throw new AppError('CONFLICT', `${agencies} on this package. Archive it instead.`, {
          reason: 'has_subscribers',
        })
      }
      const plan = await trx
        .deleteFrom('plans')
        .where('id', '=', input.id)
        .returning('name')
        .executeTakeFirst()
      if (plan === undefined) throw notFound('This package')
      await record(trx, scope, input.id, `Package ${plan.name} deleted`)
      return { id: input.id }
    })
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new AppError('CONFLICT', 'This package has a payment history. Archive it instead.')
  }
}

const record = (trx: Trx, scope: Scope, id: string, summary: string) =>
  recordActivity(trx, scope, {
    action: 'package.changed',
    subject: { type: 'package', id },
    summary,
    agencyId: null,
    touches: ['packages'],
  })
