import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'

export function deleteNote(ctx: AgencyCtx, { id }: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await deleteFrom(tx, 'client_notes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('This note')
    await record(tx, 'client.note-removed', { id })
  })
}
