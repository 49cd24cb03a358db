import type { PayloadOf } from '#shared/reactions/events.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

const WORDS = new Intl.ListFormat('en-US')

/** Throws CONFLICT if the next client would read what the project's current client wrote or was given. */
export async function requireUnshared(tx: Tx, { id }: PayloadOf<'project.client-changed'>): Promise<void> {
  const message = await selectFrom(tx, 'messages')
    .select('id')
    .where('project_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  const file = await selectFrom(tx, 'files')
    .select('id')
    .where('project_id', '=', id)
    .where('kind', '=', 'deliverable')
    .limit(1)
    .executeTakeFirst()
  const comment = await selectFrom(tx, 'task_comments')
    .innerJoin('tasks', (join) =>
      join
        .onRef('tasks.agency_id', '=', 'task_comments.agency_id')
        .onRef('tasks.id', '=', 'task_comments.task_id'),
    )
    .select('task_comments.id')
    .where('tasks.project_id', '=', id)
    .where('task_comments.shared', '=', 1)
    .limit(1)
    .executeTakeFirst()
  const shared = [
    ...(message ? ['messages'] : []),
    ...(file ? ['deliverables'] : []),
    ...(comment ? ['comments'] : []),
  ]
  if (shared.length === 0) return
  const list = WORDS.format(shared)
  const text = `This project has ${list} that its client can see, so its client can’t be changed. Create a project for the new client.`
  throw new AppError('CONFLICT', text, { fields: { client: text } })
}
