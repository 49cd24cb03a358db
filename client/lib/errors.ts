import type { ErrorDetails } from '#shared/errors.ts'

export interface ErrorData extends ErrorDetails {
  code?: string
  httpStatus?: number
}

/** What the server said about a failed call; empty when the call never got a real answer. */
export function errorData(error: unknown): ErrorData {
  const data = error instanceof Error && 'data' in error ? error.data : null
  return typeof data === 'object' && data !== null ? data : {}
}

const RETRYABLE_STATUS = [502, 503, 504]

/** No connection, or a gateway that could not reach the server: trying again may help. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, httpStatus } = errorData(error)
  if (httpStatus !== undefined) return RETRYABLE_STATUS.includes(httpStatus)
  return code === undefined
}

/** The server's own words, or null when there are none worth showing. */
export function serverMessage(error: unknown): string | null {
  if (errorData(error).code === undefined) return null
  return error instanceof Error && error.message !== '' ? error.message : null
}

/** The person took the action back when asked: nothing has failed and nobody needs to be told. */
export class Abandoned extends Error {}
