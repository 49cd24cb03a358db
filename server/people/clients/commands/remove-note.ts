import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'

export function removeNote(ctx: AgencyCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const note = await deleteFrom(tx, 'client_notes')
      .where('id', '=', id)
      .returning('author_name')
      .executeTakeFirst()
    if (note === undefined) throw notFound('This note')
    await record(tx, 'client.note-removed', { id, author: note.author_name })
  })
}
