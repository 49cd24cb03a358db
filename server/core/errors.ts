import type { ErrorCode, ErrorDetails } from '#shared/errors.ts'

/** A failure the caller may see and act on; anything else is logged and masked. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** A foreign row and a missing row are one and the same. */
export const notFound = (what = 'This record'): AppError =>
  new AppError('NOT_FOUND', `${what} does not exist or is not yours to see.`)

/** The database does not answer, or not in time. */
export const unavailable = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The database does not answer. Please try again in a moment.', {
    reason: 'database_unavailable',
  })

/** Somebody saved the record after the caller loaded it; `current` tells the present text of what differs. */
export const conflict = (what = 'This record', current?: Record<string, string>): AppError =>
  new AppError('CONFLICT', `${what} was changed by someone else in the meantime.`, {
    reason: 'changed_meanwhile',
    fields: current,
  })
