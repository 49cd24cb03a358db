import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { publishChange } from '../../live/publish.ts'
import { markGroupRead } from '../../notifications/commands/mark-read.ts'
import { requireThread, type Thread } from '../queries/threads.ts'
import { messageGroup } from '../rules.ts'

/** The caller has seen the project's conversation up to its last message. */
export function markThreadRead(db: Db, scope: Scope, input: { project_id: string }): Promise<void> {
  return transact(db, async (trx) => {
    const thread = await requireThread(trx, scope, input.project_id)
    const last = await trx
      .selectFrom('message_threads')
      .select('last_position')
      .where('agency_id', '=', thread.agency_id)
      .where('project_id', '=', thread.id)
      .executeTakeFirst()
    if (last === undefined) return
    await markGroupRead(trx, scope, messageGroup(thread.id, 'message'))
    await markGroupRead(trx, scope, messageGroup(thread.id, 'mention'))
    const moved = await moveMark(trx, scope, thread, last.last_position)
    if (!moved) return
    await publishChange(trx, scope, {
      domains: ['messages', 'dashboard'],
      agencyId: thread.agency_id,
      projectId: thread.id,
      clientId: thread.assigned_client_id,
    })
  })
}

/** Moves the caller's mark forward, never back; false when it was there already. */
export async function moveMark(trx: Trx, scope: Scope, thread: Thread, position: number): Promise<boolean> {
  const moved = await trx
    .insertInto('message_marks')
    .values({
      agency_id: thread.agency_id,
      project_id: thread.id,
      user_id: scope.userId,
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
