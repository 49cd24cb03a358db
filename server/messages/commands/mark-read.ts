import type { Tx, UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { requireThread, type Thread } from '../queries/threads.ts'
import { aboutThread } from '../rules.ts'

/** The caller has seen the project's conversation up to its last message. */
export function markThreadRead(ctx: UserCtx, input: { project_id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const thread = await requireThread(tx, input.project_id)
    const last = await selectFrom(tx, 'message_threads')
      .select('last_position')
      .where('agency_id', '=', thread.agency_id)
      .where('project_id', '=', thread.id)
      .executeTakeFirst()
    if (last === undefined) return
    const about = { id: thread.id, ...aboutThread(thread) }
    await record(tx, 'conversation.opened', about)
    if (await moveMark(tx, thread, last.last_position)) await record(tx, 'conversation.read', about)
  })
}

/** Moves the caller's mark forward, never back; false when it was there already. */
export async function moveMark(tx: Tx<UserCtx>, thread: Thread, position: number): Promise<boolean> {
  const moved = await insertInto(tx, 'message_marks')
    .values({
      agency_id: thread.agency_id,
      project_id: thread.id,
      user_id: tx.actor.userId,
      last_position: position,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['agency_id', 'project_id', 'user_id'])
        .doUpdateSet({ last_position: position })
        .where('message_marks.last_position', '<', position),
    )
    .returning('last_position')
    .executeTakeFirst()
  return moved !== undefined
}
