/** Shown where registration requires an invitation. */
export const BY_INVITATION = 'Registration is by invitation only. Ask your agency for an invitation.'

/** Without a period, as the specification writes it; the forms for accounts have one. */
export const REQUIRED = 'Please fill in all required fields'

/** The error codes callers can act on; each maps to one HTTP status. */
export const ERROR_CODES = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The `reason` if a session is required but missing or expired. */
export const SESSION_MISSING = 'session_missing'

/** The `reason` for rejecting an access token that is unknown, revoked or expired. */
export const TOKEN_INVALID = 'token_invalid'

/** The `reason` for ending a stream whose session ended or lost access. */
export const SESSION_ENDED = 'session_ended'

/** Additional data of a failed call, in `error.data`. */
export interface ErrorDetails {
  /** A machine-readable reason, for example `weak_password`. */
  reason?: string
  /** The toast title, if the specification names one. */
  title?: string
  /** Seconds after which to retry; also in HTTP's `Retry-After`. */
  retry_after?: number
  /** Input path (dots) → message, for form fields. */
  fields?: Record<string, string>
}

/** The `reason` for rejecting mails to others until the sender's own address is confirmed. */
export const EMAIL_UNCONFIRMED = 'email_unconfirmed'

/** The `reason` if a request id was already used for a request with different content. */
export const KEY_REUSED = 'idempotency_key_reused'
