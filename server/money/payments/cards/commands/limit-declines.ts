import { createHmac } from 'node:crypto'
import type { AgencyId } from '#shared/base/roles.ts'
import {
  addressKey,
  consumeLimit,
  hasPoints,
  type Limit,
  refundLimit,
} from '../../../../base/adapters/rate-limit.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import { readInstanceKey } from '../../../../base/core/config.ts'
import type { Ctx, RequestCtx } from '../../../../base/core/context.ts'
import { isLongAgo } from '../../../../base/db/elapsed.ts'
import { storageFailureOf } from '../../../../base/db/engines/storage-failure.ts'
import { toInstant } from '../../../../base/db/values.ts'

const MINUTE = 60

const ADDRESS: Limit = { name: 'card-address', points: 8, duration: 15 * MINUTE }
const USER: Limit = { name: 'card-user', points: 8, duration: 15 * MINUTE }
const INVOICE: Limit = { name: 'card-invoice', points: 8, duration: 15 * MINUTE }
/** High enough that strangers can't easily stop all of an agency's clients from paying. */
const AGENCY: Limit = { name: 'card-agency', points: 60, duration: 60 * MINUTE }
const LIMITS = [ADDRESS, USER, INVOICE, AGENCY]

/** An attempt without a response for this long was lost and doesn't count as a decline. */
const LOST_MINUTES = 1
/** The longest of the limits, after which attempts no longer count. */
const RETENTION_MINUTES = 60

/** What is paid, and to whom. */
interface Purpose {
  invoiceId?: string | null
  agencyId?: AgencyId | null
}

/** A card attempt; the same key means that the same form is submitted again. */
interface Try extends Purpose {
  requestKey: string
}

/** Part of every request; commands run by scripts have none, and aren't card testing. */
type Caller = Ctx & Partial<Pick<RequestCtx, 'request'>>

/**
 * Prevents card testing with stolen cards. Each attempt counts before the card is charged, so that concurrent
 * ones count, too, and is refunded unless declined. A form submitted again doesn't charge again, so it counts
 * once.
 */
export async function limitDeclines<Outcome extends { status: string }>(
  ctx: Caller,
  { requestKey, ...purpose }: Try,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (ctx.request === undefined) return work()
  const keys = keysOf(ctx, ctx.request.ip, purpose)
  const isFirst = await openTry(ctx, requestKey, keys)
  if (isFirst) await count(ctx, requestKey, keys)
  const outcome = await work().catch(async (error: unknown) => {
    // Requests rejected before charging a card count each time, because nothing was stored.
    const isNoDecline =
      storageFailureOf(error) !== null || (error instanceof AppError && error.code !== 'BAD_REQUEST')
    if (isFirst) await closeTry(ctx, requestKey, isNoDecline ? 'give back' : 'keep')
    throw error
  })
  // A charge awaiting authentication hasn't been declined.
  if (outcome.status !== 'failed') await closeTry(ctx, requestKey, 'give back')
  else await noteDecline(ctx, requestKey, keys)
  return outcome
}

/** Refunds attempts whose process was lost, and deletes expired ones. */
export async function releaseLostTries(ctx: Ctx): Promise<void> {
  const lost = await ctx.db
    .selectFrom('card_tries')
    .select('request_key')
    .where('status', '=', 'open')
    .where(isLongAgo('began_at', ctx.now, LOST_MINUTES))
    .execute()
  for (const { request_key } of lost) await closeTry(ctx, request_key, 'give back')
  await ctx.db
    .deleteFrom('card_tries')
    .where(isLongAgo('began_at', ctx.now, RETENTION_MINUTES))
    .execute()
}

/** Counts a charge that was declined after authentication. */
export async function countDecline(ctx: Caller, purpose: Purpose): Promise<void> {
  if (ctx.request === undefined) return
  for (const [limit, key] of keysOf(ctx, ctx.request.ip, purpose)) await hasPoints(ctx.db, limit, key)
}

type Keys = [Limit, string][]

/** The address comes first, so that someone blocked by it doesn't use up other limits. */
function keysOf(ctx: Ctx, ip: string, { invoiceId, agencyId }: Purpose): Keys {
  const keys: [Limit, string | null | undefined][] = [
    [ADDRESS, addressKey(ip)],
    [USER, ctx.actor.userId],
    [INVOICE, invoiceId],
    [AGENCY, agencyId],
  ]
  return keys.filter((pair): pair is [Limit, string] => pair[1] != null)
}

/** Returns false if the same form was submitted before. */
async function openTry(ctx: Ctx, requestKey: string, keys: Keys): Promise<boolean> {
  const counted = JSON.stringify(keys.map(([{ name }, key]) => [name, key]))
  const opened = await ctx.db
    .insertInto('card_tries')
    .values({ request_key: requestKey, status: 'open', counted, began_at: toInstant(ctx.now) })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning('request_key')
    .executeTakeFirst()
  return opened !== undefined
}

/** A rejected attempt isn't recorded, so retrying works once lost attempts have been refunded. */
async function count(ctx: Ctx, requestKey: string, keys: Keys): Promise<void> {
  const consumed: Keys = []
  try {
    for (const [limit, key] of keys) {
      consumed.push([limit, key])
      await consumeLimit(ctx.db, limit, key)
    }
  } catch (error) {
    await closeTry(ctx, requestKey, 'keep')
    for (const [limit, key] of consumed) await refundLimit(ctx.db, limit, key)
    throw error
  }
}

/**
 * Only one of concurrent callers refunds the attempt. Errors are ignored, because the charge's result is what
 * matters.
 */
async function closeTry(ctx: Ctx, requestKey: string, end: 'give back' | 'keep'): Promise<void> {
  try {
    const closed = await ctx.db
      .deleteFrom('card_tries')
      .where('request_key', '=', requestKey)
      .where('status', '=', 'open')
      .returning('counted')
      .executeTakeFirst()
    if (closed === undefined || end === 'keep') return
    for (const [name, key] of JSON.parse(closed.counted) as [string, string][]) {
      const limit = LIMITS.find((one) => one.name === name)
      if (limit !== undefined) await refundLimit(ctx.db, limit, key)
    }
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'the count of card attempts could not be corrected')
  }
}

/** Counts an attempt that was considered lost before its response arrived. */
async function noteDecline(ctx: Caller, requestKey: string, keys: Keys): Promise<void> {
  const noted = await ctx.db
    .updateTable('card_tries')
    .set({ status: 'declined' })
    .where('request_key', '=', requestKey)
    .returning('request_key')
    .executeTakeFirst()
  if (noted !== undefined || !(await openTry(ctx, requestKey, keys))) return
  for (const [limit, key] of keys) await hasPoints(ctx.db, limit, key)
  await ctx.db
    .updateTable('card_tries')
    .set({ status: 'declined' })
    .where('request_key', '=', requestKey)
    .execute()
}

/** A hash that distinguishes payers using a pay link without storing their address. */
export function payerKeyOf(ctx: Caller): string | null {
  if (ctx.request === undefined) return null
  const key = readInstanceKey(ctx.services.config.dataDir)
  return createHmac('sha256', key)
    .update(`payer ${addressKey(ctx.request.ip)}`)
    .digest('hex')
    .slice(0, 32)
}
