import { resolveSession } from '../auth/gate.ts'
import type { Context, Services } from './context.ts'
import { maskError } from './error-map.ts'

/** Resolves the caller's session; a failure of our own is logged and masked like any other. */
export async function createContext(
  services: Services,
  request: Context['request'],
  cookieHeader: string | undefined,
  setCookie: (cookie: string) => void,
): Promise<Context> {
  try {
    const session = await resolveSession(services, cookieHeader)
    if (session?.cookie) setCookie(session.cookie)
    return {
      services,
      scope: session?.scope ?? null,
      sessionId: session?.sessionId ?? null,
      request,
      setCookie,
    }
  } catch (error) {
    services.log.error({ requestId: request.id, err: error }, 'session look-up failed')
    throw maskError(request.id)
  }
}
