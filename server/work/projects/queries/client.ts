import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The client with this name; an archived one only if it is the project's current client. */
export async function findClientByName(
  ctx: AgencyCtx,
  name: string,
  presentClientId: string | null = null,
): Promise<string> {
  const matches = await selectFrom(ctx, 'clients')
    .select(['id', 'name'])
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .where((eb) =>
      eb.or([
        eb('archived_at', 'is', null),
        ...(presentClientId === null ? [] : [eb('id', '=', presentClientId)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const match =
    matches.find((client) => client.id === presentClientId) ??
    matches.find((client) => client.name === name) ??
    matches[0]
  if (match === undefined) {
    const message = 'Please select a valid client for this project.'
    throw new AppError('BAD_REQUEST', message, { title: 'Client Required', fields: { client: message } })
  }
  return match.id
}
