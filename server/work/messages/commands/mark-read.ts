import type { PayloadOf } from '#shared/reactions/events.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireThread, type Thread } from '../queries/threads.ts'
import { unreadThreads } from '../queries/unread.ts'
import { aboutThread } from '../rules.ts'

/** Marks the project's conversation as read by the caller, up to its last message. */
export const markThreadRead = (ctx: UserCtx, input: { project_id: string }): Promise<void> =>
  transact(ctx, (tx) => readToEnd(tx, input.project_id))

/** How many conversations one call marks, longest-waiting first. */
const MAX_MARKED = 500

/** Marks the caller's conversations as read, up to their last messages. */
export const markAllThreadsRead = (ctx: UserCtx): Promise<void> =>
  transact(ctx, async (tx) => {
    for (const { project_id } of await unreadThreads(tx, MAX_MARKED)) await readToEnd(tx, project_id)
  })

async function readToEnd(tx: Tx<UserCtx>, projectId: string): Promise<void> {
  const thread = await requireThread(tx, projectId)
  const last = await selectFrom(tx, 'message_threads')
    .select('last_position')
    .where('agency_id', '=', thread.agency_id)
    .where('project_id', '=', thread.id)
    .executeTakeFirst()
  if (last === undefined) return
  const about = { id: thread.id, ...aboutThread(thread) }
  await record(tx, 'conversation.opened', about)
  if (await moveMark(tx, thread, last.last_position)) await record(tx, 'conversation.read', about)
}

/** Moves the caller's read mark forward, never back; returns false if it is already there. */
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

/**
 * Lets a new contributor or owner, or one who returns, start at the end of the agency's conversations. Messages to a
 * client remain unread by its contacts who join later.
 */
export async function startReading(tx: Tx, member: PayloadOf<'member.joined'>): Promise<void> {
  if (member.role === 'client') return
  await insertInto(tx, 'message_marks')
    .columns(['agency_id', 'project_id', 'user_id', 'last_position', 'joined_position'])
    .expression(
      selectFrom(tx, 'message_threads')
        .select((eb) => [
          'agency_id',
          'project_id',
          eb.val(member.id).as('user_id'),
          'last_position',
          'last_position as joined_position',
        ])
        .where('agency_id', '=', tx.reach.agencyId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['agency_id', 'project_id', 'user_id'])
        .doUpdateSet((eb) => ({
          last_position: eb.ref('excluded.last_position'),
          joined_position: eb.ref('excluded.joined_position'),
        }))
        .whereRef('message_marks.last_position', '<', 'excluded.last_position'),
    )
    .execute()
}
