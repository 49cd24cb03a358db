import type { ErrorDetails } from '#shared/base/errors.ts'

export interface ErrorData extends ErrorDetails {
  code?: string
  httpStatus?: number
}

/** The server's data about a failed call; empty if it got no response. */
export function errorData(error: unknown): ErrorData {
  const data = error instanceof Error && 'data' in error ? error.data : null
  return typeof data === 'object' && data !== null ? data : {}
}

const RETRYABLE_STATUS = [502, 503, 504]

/** No connection, or a gateway couldn't reach the server; retrying may help. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, httpStatus } = errorData(error)
  if (httpStatus !== undefined) return RETRYABLE_STATUS.includes(httpStatus)
  return code === undefined
}

/** No response, or only a gateway's error page. The application's own errors always carry a message. */
export const isUnanswered = (error: unknown): boolean => errorData(error).code === undefined

const UNDECIDED_CODES = ['TIMEOUT', 'INTERNAL_SERVER_ERROR']

/** Whether the call took effect is unknown: there was no response or an inconclusive one. */
export function isUndecided(error: unknown): boolean {
  return isConnectionFailure(error) || UNDECIDED_CODES.includes(errorData(error).code ?? '')
}

export const UNREACHABLE = 'Can’t reach the server. Please try again.'

/** The server's message, or null if there is none to show. */
export function serverMessage(error: unknown): string | null {
  if (isUnanswered(error)) return null
  return error instanceof Error && error.message !== '' ? error.message : null
}

/** The user canceled the action; not an error, and nothing to report. */
export class Abandoned extends Error {}
