import type { z } from 'zod'
import type { ClientNoteDto } from '#shared/people/clients.ts'
import type { clientNoteInput } from '#shared/people/schemas/clients.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getClient } from '../queries/clients.ts'

export function addNote(ctx: AgencyCtx, input: z.output<typeof clientNoteInput>): Promise<ClientNoteDto> {
  return transact(ctx, async (tx) => {
    const client = await getClient(tx, input.client_id)
    const note = {
      id: newId(),
      author_name: ctx.actor.name,
      text: input.text,
      created_at: toInstant(tx.now),
    }
    await insertInto(tx, 'client_notes')
      .values({ ...note, agency_id: ctx.reach.agencyId, client_id: client.id, author_id: ctx.actor.userId })
      .execute()
    await record(tx, 'client.note-added', { id: note.id })
    return note
  })
}
