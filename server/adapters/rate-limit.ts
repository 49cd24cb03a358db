import { isIPv6 } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../core/errors.ts'
import type { Db } from '../db/schema.ts'
import { plainAddress } from './address.ts'

/** How many calls a key may make in a window; afterwards it waits for the window's end, never longer. */
export interface Limit {
  name: string
  points: number
  /** Seconds. */
  duration: number
}

/**
 * Counts a call before its work is done, so that calls sent at once count as well. TOO_MANY_REQUESTS
 * says how long to wait.
 */
export async function consumeLimit(db: Db, limit: Limit, key: string): Promise<void> {
  try {
    await limiter(db, limit).consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new AppError('TOO_MANY_REQUESTS', `Too many attempts. Please try again ${waitText(refusal)}.`, {
      reason: 'rate_limited',
      retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
    })
  }
}

/** The same for what is left out rather than refused. */
export async function hasPoints(db: Db, limit: Limit, key: string): Promise<boolean> {
  try {
    await limiter(db, limit).consume(key)
    return true
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return false
  }
}

/** Takes a counted call back: it turned out to be a rightful one. */
export async function refundLimit(db: Db, limit: Limit, key: string): Promise<void> {
  await limiter(db, limit).reward(key)
}

export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
}

/** One key for each caller: IPv6 callers own a whole /64, and IPv4 may come mapped into IPv6. */
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

/** The library's PostgreSQL statements are plain SQL, so both dialects run them, through Kysely. */
function limiter(db: Db, limit: Limit): RateLimiterPostgres {
  const limiters = limitersByDb.get(db) ?? new Map<string, RateLimiterPostgres>()
  limitersByDb.set(db, limiters)
  let found = limiters.get(limit.name)
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
    limiters.set(limit.name, found)
  }
  return found
}

interface Statement {
  text: string
  values: unknown[]
}

/** Turns `$1` placeholders into parameters of the dialect at hand. */
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
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
