import { type ErrorCode, type ErrorDetails, KEY_REUSED, TOKEN_INVALID } from '#shared/base/errors.ts'

/** An error shown to the caller; all others are logged and masked. */
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

/** The same for missing rows and for rows the caller can't see. */
export const notFound = (what = 'This record'): AppError =>
  new AppError('NOT_FOUND', `${what} doesn’t exist, or you don’t have access to it.`)

/** The value of a form's field is invalid. */
export const fieldError = (field: string, message: string): AppError =>
  new AppError('BAD_REQUEST', message, { fields: { [field]: message } })

/** Returns the value; throws an error that callers don't see if it is missing, which only a bug can cause. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value == null) throw new Error(`${what} is missing`)
  return value
}

/** The database is unreachable or timed out. */
export const unavailable = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The database isn’t responding. Please try again in a moment.', {
    reason: 'database_unavailable',
  })

/**
 * The record was saved by someone else after the caller loaded it; `current` has the current text of the
 * fields that differ.
 */
export const conflict = (what = 'This record', current?: Record<string, string>): AppError =>
  new AppError('CONFLICT', `${what} was changed by someone else in the meantime.`, {
    reason: 'changed_meanwhile',
    fields: current,
  })

/** The caller sent an access token that identifies no one: it is unknown, revoked or expired, or its owner can't sign in. */
export const tokenInvalid = (): AppError =>
  new AppError('UNAUTHORIZED', 'This access token is unknown or has expired. Create a new one in Settings.', {
    reason: TOKEN_INVALID,
  })

/** For people and programs of an agency that has moved to another installation. */
export const agencyMoved = ({ name, address }: { name: string; address: string }): AppError =>
  new AppError('FORBIDDEN', `${name} has moved to ${address}. Please use that address from now on.`, {
    reason: 'agency_moved',
    title: 'Agency moved',
  })

/** The form was already submitted with other values, whose response would be mistaken for this submission's. */
export const alreadySubmitted = (): AppError =>
  new AppError(
    'CONFLICT',
    'This form was already submitted with other values. Check what was recorded, and open it again if you need to.',
    { reason: KEY_REUSED },
  )
