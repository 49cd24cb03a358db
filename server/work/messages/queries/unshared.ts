import type { PayloadOf } from '#shared/reactions/events.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

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
  const shared = [...(message ? ['messages'] : []), ...(file ? ['deliverables'] : [])]
  if (shared.length === 0) return
  const list = shared.join(' and ')
  const text = `This project has ${list} that its client can see, so its client can’t be changed. Create a project for the new client.`
  throw new AppError('CONFLICT', text, { fields: { client: text } })
}
