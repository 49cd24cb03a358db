import { readDevice } from '../auth/devices.ts'
import { resolveCaller } from '../auth/gate.ts'
import type { RequestCtx, Services } from '../core/context.ts'
import { unavailable } from '../core/errors.ts'
import { readKeys } from '../core/idempotency.ts'
import { publicContext } from '../core/reach.ts'
import { storageTrouble } from '../core/storage-trouble.ts'
import { maskError, toTrpcError } from '../core/wire-errors.ts'
import { isUnavailable } from '../db/dialect.ts'

/** Resolves the caller's session; a failure of our own is logged and masked like any other. */
export async function createContext(
  services: Services,
  request: RequestCtx['request'],
  headers: { cookie?: string; authorization?: string; 'idempotency-key'?: string | string[] },
  setCookie: (cookie: string) => void,
): Promise<RequestCtx> {
  try {
    const caller = await resolveCaller(services, headers, request.ip)
    if (caller?.cookie) setCookie(caller.cookie)
    return {
      ...(caller?.ctx ?? publicContext({ services })),
      sessionId: caller?.sessionId ?? null,
      device: readDevice(services, headers.cookie),
      request,
      idempotencyKeys: readKeys(headers['idempotency-key']),
      setCookie,
    }
  } catch (error) {
    const trouble = storageTrouble(services, error)
    if (trouble !== null) throw toTrpcError(trouble)
    services.log.error({ requestId: request.id, err: error }, 'session look-up failed')
    throw isUnavailable(error) ? toTrpcError(unavailable()) : maskError(request.id)
  }
}
