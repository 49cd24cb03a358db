import type { z } from 'zod'
import type { ViewDto, viewSaveInput } from '#shared/overview/schemas/views.ts'
import { MAX_VIEWS } from '#shared/overview/views.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireView, toView } from '../queries/views.ts'

/** Saves a list's filters, order, and layout for the caller. */
export function createView(ctx: UserCtx, input: z.output<typeof viewSaveInput>): Promise<ViewDto> {
  return transact(ctx, async (tx) => {
    await requireRoom(tx)
    const [id, now] = [newId(), toInstant(tx.now)]
    const { userId } = tx.actor
    await insertInto(tx, 'saved_views')
      .values({
        id,
        agency_id: tx.reach.agencyId,
        user_id: userId,
        list: input.list,
        name: input.name,
        state: JSON.stringify(input.state),
        shared: 0,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await record(tx, 'view.created', { id, userId })
    return toView(tx, await requireView(tx, id))
  })
}

async function requireRoom(tx: Tx<UserCtx>): Promise<void> {
  const { count } = await selectFrom(tx, 'saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', tx.actor.userId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_VIEWS) {
    throw new AppError('CONFLICT', `You can save ${MAX_VIEWS} views. Delete one you no longer need.`)
  }
}
