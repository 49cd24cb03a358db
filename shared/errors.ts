/** Said where nobody may register without one. */
export const BY_INVITATION = 'Accounts are opened by invitation. Please ask your agency for one.'

/** The kinds of failure a caller can act on; each maps to one HTTP status. */
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

/** What a failed call carries besides its message, under `error.data`. */
export interface ErrorDetails {
  /** A machine-readable reason, for instance `weak_password`. */
  reason?: string
  /** The toast's title where the specification names one. */
  title?: string
  /** Input path (dots) → message, for form fields. */
  fields?: Record<string, string>
}
