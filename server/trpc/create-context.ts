import { resolveCaller } from '../auth/gate.ts'
import type { Context, Services } from './context.ts'
import { maskError } from './error-map.ts'

/** Resolves the caller's session; a failure of our own is logged and masked like any other. */
export async function createContext(
  services: Services,
  request: Context['request'],
  headers: { cookie?: string; authorization?: string },
  setCookie: (cookie: string) => void,
): Promise<Context> {
  try {
    const caller = await resolveCaller(services, headers)
    if (caller?.cookie) setCookie(caller.cookie)
    return {
      services,
      scope: caller?.scope ?? null,
      sessionId: caller?.sessionId ?? null,
      request,
      setCookie,
    }
  } catch (error) {
    services.log.error({ requestId: request.id, err: error }, 'session look-up failed')
    throw maskError(request.id)
  }
}
