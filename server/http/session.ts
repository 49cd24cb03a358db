import type { IncomingMessage } from 'node:http'
import { resolveSession } from '../auth/gate.ts'
import type { Scope } from '../auth/scope.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../trpc/context.ts'

/** Who asks for a download or sends an upload; UNAUTHORIZED when signed out. */
export async function requestScope(services: Services, req: IncomingMessage): Promise<Scope> {
  const session = await resolveSession(services, req.headers.cookie)
  if (session === null) throw new AppError('UNAUTHORIZED', 'Please sign in.', { reason: 'session_missing' })
  return session.scope
}
