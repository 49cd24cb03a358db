import { isIPv4 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressKey } from '../../../base/adapters/rate-limit.ts'
import { AppError } from '../../../base/core/calls/errors.ts'

/** A busy office sharing one address stays far below this; a runaway script doesn't. */
const CALLS_PER_WINDOW = 6000
const WINDOW_SECONDS = 60

/** Seconds after which a rejected caller may retry; null accepts the calls. */
export type FloodGuard = (ip: string, calls: number) => Promise<number | null>

/**
 * Counts calls per address, including each of a batch. Per process: it protects the process from floods,
 * whereas guessing is limited in the database. Local addresses aren't counted, or everyone behind a proxy
 * missing from `TRUST_PROXY` would share one limit.
 */
export function createFloodGuard(calls = CALLS_PER_WINDOW): FloodGuard {
  const limiter = new RateLimiterMemory({ points: calls, duration: WINDOW_SECONDS })
  return async (ip, points) => {
    const key = addressKey(ip)
    if (isLoopback(key)) return null
    try {
      await limiter.consume(key, points)
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    }
  }
}

export const tooManyRequests = (retryAfter: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests came from your network. Please wait a minute.', {
    reason: 'flood',
    retry_after: retryAfter,
  })

/** Whether the address key is a loopback address. */
export const isLoopback = (key: string): boolean =>
  isIPv4(key) ? key.startsWith('127.') : key === addressKey('::1') || key === ''
