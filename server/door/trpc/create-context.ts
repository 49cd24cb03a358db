import { AppError, unavailable } from '../../base/core/calls/errors.ts'
import { readKeys } from '../../base/core/calls/idempotency.ts'
import { maskError, toTrpcError } from '../../base/core/calls/wire-errors.ts'
import type { RequestCtx, Services } from '../../base/core/context.ts'
import { publicContext } from '../../base/core/rows/reach.ts'
import { describeStorageFailure } from '../../base/core/storage-failures.ts'
import { isUnavailable } from '../../base/db/engines/dialect.ts'
import { readDevice } from '../../identity/auth/devices.ts'
import { resolveCaller } from '../../identity/auth/gate.ts'

/** Resolves the caller's session; internal errors are logged and masked as usual. */
export async function createContext(
  services: Services,
  request: RequestCtx['request'],
  headers: { cookie?: string; authorization?: string; 'idempotency-key'?: string | string[] },
  setCookie: (cookie: string) => void,
): Promise<RequestCtx> {
  try {
    const caller = await services.inFlight.run(() => resolveCaller(services, headers, request.ip))
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
    if (error instanceof AppError) throw toTrpcError(error)
    const trouble = describeStorageFailure(services, error)
    if (trouble !== null) throw toTrpcError(trouble)
    services.log.error({ requestId: request.id, err: error }, 'session lookup failed')
    throw isUnavailable(error) ? toTrpcError(unavailable()) : maskError(request.id)
  }
}
