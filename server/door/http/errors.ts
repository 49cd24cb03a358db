import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { TOKEN_INVALID } from '#shared/base/errors.ts'
import { AppError, unavailable } from '../../base/core/calls/errors.ts'
import { maskError, toTrpcError } from '../../base/core/calls/wire-errors.ts'
import type { Services } from '../../base/core/context.ts'
import { describeStorageFailure } from '../../base/core/storage-failures.ts'
import { isUnavailable } from '../../base/db/engines/dialect.ts'
import { requestInfo } from './guards/request-info.ts'

/**
 * Responds to errors in downloads and uploads with JSON: the message if it is meant for the caller, else the
 * id to find it in the log.
 */
export const answerErrors =
  (services: Services): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)
    const { id } = requestInfo(req)
    const trouble = describeStorageFailure(services, error)
    const known =
      trouble === null ? toKnownError(isUnavailable(error) ? unavailable() : error) : toTrpcError(trouble)
    if (known === null) services.log.error({ requestId: id, err: error }, 'request failed')
    const answer = known ?? maskError(id)
    const details = answer.cause instanceof AppError ? answer.cause.details : {}
    res.removeHeader('content-disposition')
    if (details.retry_after !== undefined) res.setHeader('retry-after', details.retry_after)
    if (details.reason === TOKEN_INVALID) res.setHeader('www-authenticate', 'Bearer error="invalid_token"')
    res
      .status(getHTTPStatusCodeFromError(answer))
      .json({ error: { message: answer.message, code: answer.code, ...details } })
  }

/** Our errors and 4xx errors of Express's parsers (`status` and `expose`); null for unexpected ones. */
function toKnownError(error: unknown): TRPCError | null {
  if (error instanceof AppError) return toTrpcError(error)
  if (error instanceof TRPCError) return error
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown }
  if (expose === false || typeof status !== 'number' || status < 400 || status > 499) return null
  const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST'
  const message = status === 413 ? 'The request is too large.' : 'The request could not be read.'
  return new TRPCError({ code, message })
}

export const answerNotFound: RequestHandler = (_req, res) => {
  res.removeHeader('content-encoding')
  res.status(404).json({ error: { message: 'There is nothing at this address.', code: 'NOT_FOUND' } })
}
