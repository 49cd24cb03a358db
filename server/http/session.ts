import type { IncomingMessage } from 'node:http'
import { type Action, allows } from '#shared/policies.ts'
import { resolveCaller } from '../auth/gate.ts'
import { restrictionOf } from '../auth/restrictions.ts'
import type { Scope } from '../auth/scope.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../trpc/context.ts'

/** Who asks for a download or sends an upload; UNAUTHORIZED when signed out, FORBIDDEN where the gate would refuse. */
export async function requestScope(
  services: Services,
  req: IncomingMessage,
  can: Action = 'profile.own',
): Promise<Scope> {
  const caller = await resolveCaller(services, req.headers)
  if (caller === null) throw new AppError('UNAUTHORIZED', 'Please sign in.', { reason: 'session_missing' })
  if (!allows(caller.scope.role ?? '', can)) {
    throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
  }
  const changes = req.method !== 'GET' && req.method !== 'HEAD'
  const restriction = restrictionOf(caller.scope, { can, changes })
  if (restriction !== null) throw restriction
  return caller.scope
}
