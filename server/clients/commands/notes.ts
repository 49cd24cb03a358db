import type { z } from 'zod'
import type { ClientNoteDto, clientNoteInput } from '#shared/clients.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import { getClient } from '../queries.ts'

/** Notes are the agency's own: no activity row carries them, so no client can come to read them. */
export function addNote(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof clientNoteInput>,
): Promise<ClientNoteDto> {
  return transact(db, async (trx) => {
    const client = await getClient(trx, scope, input.client_id)
    const note = {
      id: newId(),
      author_name: scope.name,
      text: input.text,
      created_at: toInstant(scope.now),
    }
    await trx
      .insertInto('client_notes')
      .values({ ...note, agency_id: scope.agencyId, client_id: client.id, author_id: scope.userId })
      .execute()
    await publishChange(trx, scope, { domains: ['clients'] })
    return note
  })
}

export function removeNote(db: Db, scope: AgencyScope, input: { id: string }): Promise<void> {
  return transact(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('client_notes')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('This note')
    await publishChange(trx, scope, { domains: ['clients'] })
  })
}
