import { isIPv4 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressKey } from '../adapters/rate-limit.ts'
import { AppError } from '../core/errors.ts'

/** A busy office behind one address stays far below it; a runaway script does not. */
const CALLS_PER_WINDOW = 6000
const WINDOW_SECONDS = 60

/** Seconds after which a refused caller may try again; null lets the calls pass. */
export type FloodGuard = (ip: string, calls: number) => Promise<number | null>

/**
 * Counts the calls of each address, those of a batch one by one. Each process counts for itself: this
 * protects it from floods, while guessing is limited in the database. This machine itself is not counted,
 * or everybody behind a proxy that `TRUST_PROXY` does not name would share one count.
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

export const tooManyRequests = (): AppError =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests came from your network. Please wait a minute.', {
    reason: 'flood',
  })

/** Whether the key of an address is this machine's own. */
export const isLoopback = (key: string): boolean =>
  isIPv4(key) ? key.startsWith('127.') : key === addressKey('::1') || key === ''
