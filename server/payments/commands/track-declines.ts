import { createHmac } from 'node:crypto'
import type { AgencyId } from '#shared/roles.ts'
import { addressKey, consumeLimit, hasPoints, type Limit, refundLimit } from '../../adapters/rate-limit.ts'
import { readInstanceKey } from '../../core/config.ts'
import type { Ctx, RequestCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'

const MINUTE = 60

const ADDRESS: Limit = { name: 'card-address', points: 8, duration: 15 * MINUTE }
const USER: Limit = { name: 'card-user', points: 8, duration: 15 * MINUTE }
const INVOICE: Limit = { name: 'card-invoice', points: 8, duration: 15 * MINUTE }
/** Wide enough that strangers can't easily stop all of an agency's clients from paying. */
const AGENCY: Limit = { name: 'card-agency', points: 60, duration: 60 * MINUTE }

/** What is paid, and whom. */
interface Purpose {
  invoiceId?: string | null
  agencyId?: AgencyId | null
}

/** Part of every request; a command that a script runs has none, and tests no cards. */
type Caller = Ctx & Partial<Pick<RequestCtx, 'request'>>

/**
 * Keeps the portal from being used to find out which stolen cards work. Each try counts before the card is
 * asked, so that tries sent at once count as well, and is taken back where it was no decline.
 */
export async function limitDeclines<Outcome extends { status: string }>(
  ctx: Caller,
  purpose: Purpose,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (ctx.request === undefined) return work()
  const counted: [Limit, string][] = []
  for (const [limit, key] of keysOf(ctx, ctx.request.ip, purpose)) {
    await consumeLimit(ctx.db, limit, key)
    counted.push([limit, key])
  }
  const outcome = await work().catch(async (error: unknown) => {
    if (error instanceof AppError && error.code !== 'BAD_REQUEST') await takeBack(ctx, counted)
    throw error
  })
  // A bank that asks has not declined yet.
  if (outcome.status !== 'failed') await takeBack(ctx, counted)
  return outcome
}

/** Counts a charge that its bank asked about and then declined. */
export async function countDecline(ctx: Caller, purpose: Purpose): Promise<void> {
  if (ctx.request === undefined) return
  for (const [limit, key] of keysOf(ctx, ctx.request.ip, purpose)) await hasPoints(ctx.db, limit, key)
}

/** The address first: who is stopped by it uses up nobody else's. */
function keysOf(ctx: Ctx, ip: string, { invoiceId, agencyId }: Purpose): [Limit, string][] {
  const keys: [Limit, string | null | undefined][] = [
    [ADDRESS, addressKey(ip)],
    [USER, ctx.actor.userId],
    [INVOICE, invoiceId],
    [AGENCY, agencyId],
  ]
  return keys.filter((pair): pair is [Limit, string] => pair[1] != null)
}

/** What became of the charge counts, not whether its tries could be given back. */
async function takeBack(ctx: Ctx, counted: readonly [Limit, string][]): Promise<void> {
  try {
    for (const [limit, key] of counted) await refundLimit(ctx.db, limit, key)
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'tries of a card could not be given back')
  }
}

/** Tells payers by link apart without keeping their address. */
export function payerKeyOf(ctx: Caller): string | null {
  if (ctx.request === undefined) return null
  const key = readInstanceKey(ctx.services.config.dataDir)
  return createHmac('sha256', key)
    .update(`payer ${addressKey(ctx.request.ip)}`)
    .digest('hex')
    .slice(0, 32)
}
