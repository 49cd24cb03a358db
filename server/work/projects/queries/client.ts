import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

interface Named {
  client: string
  /** Decides between clients of the same name. */
  client_id?: string | null | undefined
}

/** The id of a project's client; of an archived one only if it is the project's current client. */
export async function requireProjectClient(
  ctx: AgencyCtx,
  { client, client_id }: Named,
  presentId: string | null = null,
): Promise<string> {
  const clients = selectFrom(ctx, 'clients')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('archived_at', 'is', null), eb('id', '=', presentId)]))
  const matches = await (client_id == null
    ? clients.where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(client)])))
    : clients.where('id', '=', client_id)
  ).execute()
  const present = matches.find(({ id }) => id === presentId)
  if (present !== undefined) return present.id
  const exact = matches.filter(({ name }) => name === client)
  const [match, other] = exact.length > 0 ? exact : matches
  if (match === undefined) throw invalidClient('Please select a valid client for this project.')
  if (other !== undefined)
    throw invalidClient('More than one client has this name. Select one from the list.')
  return match.id
}

const invalidClient = (message: string): AppError =>
  new AppError('BAD_REQUEST', message, { title: 'Client Required', fields: { client: message } })
