import type { z } from 'zod'
import { MAX_VIEWS, type ViewDto, type viewSaveInput } from '#shared/views.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { requireView, toView } from '../queries/views.ts'

/** Keeps a list's filters, order and layout under a name, for the caller alone. */
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
    await record(tx, 'view.changed', { id, userId })
    return toView(tx, await requireView(tx, id))
  })
}

async function requireRoom(tx: Tx<UserCtx>): Promise<void> {
  const { count } = await selectFrom(tx, 'saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', tx.actor.userId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_VIEWS) {
    throw new AppError('CONFLICT', `You can keep ${MAX_VIEWS} views. Delete one that you no longer need.`)
  }
}
