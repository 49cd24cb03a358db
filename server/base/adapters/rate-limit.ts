import { isIPv6 } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../core/calls/errors.ts'
import type { Db } from '../db/schema.ts'
import { plainAddress } from './taxes/address.ts'

/** How many points a key can consume per window; after that, it is blocked until the window ends. */
export interface Limit {
  name: string
  points: number
  /** Seconds. */
  duration: number
}

/**
 * Counts a call before it does its work, so that concurrent calls count, too. Throws TOO_MANY_REQUESTS with
 * the time to wait.
 */
export async function consumeLimit(db: Db, limit: Limit, key: string, points = 1): Promise<void> {
  try {
    await limiter(db, limit).consume(key, points)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new AppError('TOO_MANY_REQUESTS', `Too many attempts. Please try again ${waitText(refusal)}.`, {
      reason: 'rate_limited',
      retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    })
  }
}

/** Consumes points like `consumeLimit`, but returns false instead of throwing. */
export async function hasPoints(db: Db, limit: Limit, key: string, points = 1): Promise<boolean> {
  try {
    await limiter(db, limit).consume(key, points)
    return true
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return false
  }
}

/** Returns the points of a legitimate call. */
export async function refundLimit(db: Db, limit: Limit, key: string): Promise<void> {
  await limiter(db, limit).reward(key)
}

/** Lets a key consume all points of its limit again. */
export async function clearLimit(db: Db, limit: Limit, key: string): Promise<void> {
  await limiter(db, limit).delete(key)
}

/** No limit counts for longer than a day. */
const LONGEST_MS = 25 * 3_600_000

/** Deletes expired counters, and those that would last too long because the clock was once ahead. */
export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  const ends = now.getTime()
  await db
    .deleteFrom('rate_limits')
    .where((eb) => eb.or([eb('expire', '<', ends), eb('expire', '>', ends + LONGEST_MS)]))
    .execute()
}

/** One key per caller: IPv6 callers own a /64 network, and IPv4 addresses may be mapped into IPv6. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip)
  if (address === null || !isIPv6(address)) return address ?? ip
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return `${[...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4).join(':')}::/64`
}

const limitersByDb = new WeakMap<Db, Map<string, RateLimiterPostgres>>()

/** The library's PostgreSQL statements are portable, so both dialects run them through Kysely. */
function limiter(db: Db, limit: Limit): RateLimiterPostgres {
  const limiters = limitersByDb.get(db) ?? new Map<string, RateLimiterPostgres>()
  limitersByDb.set(db, limiters)
  const kind = `${limit.name} ${limit.points}`
  let found = limiters.get(kind)
  if (found === undefined) {
    found = new RateLimiterPostgres({
      storeClient: { query: (query: Statement) => toSql(query).execute(db) },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.duration,
    })
    limiters.set(kind, found)
  }
  return found
}

interface Statement {
  text: string
  values: unknown[]
}

/** Replaces `$1` placeholders with the dialect's parameters. */
function toSql({ text, values }: Statement): RawBuilder<unknown> {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
    sql.raw(''),
  )
}

function waitText(refusal: RateLimiterRes): string {
  const seconds = Math.ceil(refusal.msBeforeNext / 1000)
  if (seconds < 60) return 'in a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'in a minute'
  return minutes < 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}
