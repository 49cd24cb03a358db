import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'

/** The client of this name; an archived one only where it is the project's present client. */
export async function findClientByName(
  trx: Trx,
  scope: AgencyScope,
  name: string,
  presentClientId = '',
): Promise<string> {
  const matches = await trx
    .selectFrom('clients')
    .select(['id', 'name'])
    .where('agency_id', '=', scope.agencyId)
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .where((eb) => eb.or([eb('archived_at', 'is', null), eb('id', '=', presentClientId)]))
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
