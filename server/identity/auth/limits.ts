import {
  addressKey,
  clearLimit,
  consumeLimit,
  hasPoints,
  type Limit,
  refundLimit,
} from '../../base/adapters/rate-limit.ts'
import type { Ctx, RequestCtx, UserRequest } from '../../base/core/context.ts'
import { knownDevice } from './access/queries/device.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const SIGN_IN_PAIR: Limit = { name: 'sign-in-pair', points: 10, duration: 15 * MINUTE }
/** Short, because strangers who use it up lock the owner's new browsers out. */
const SIGN_IN_ACCOUNT: Limit = { name: 'sign-in-account', points: 15, duration: 10 * MINUTE }
const SIGN_IN_ADDRESS: Limit = { name: 'sign-in-address', points: 100, duration: 15 * MINUTE }
const SIGN_IN_DEVICE: Limit = { name: 'sign-in-device', points: 10, duration: 15 * MINUTE }
const RE_AUTH: Limit = { name: 're-auth', points: 10, duration: 15 * MINUTE }
const SIGN_UP: Limit = { name: 'sign-up', points: 100, duration: HOUR }
const SIGN_UP_TAKEN: Limit = { name: 'sign-up-taken', points: 10, duration: HOUR }
const SIGN_UP_NOTICE: Limit = { name: 'sign-up-notice', points: 1, duration: 24 * HOUR }
const RESET_ADDRESS: Limit = { name: 'reset-address', points: 60, duration: HOUR }
const RESET_PAIR: Limit = { name: 'reset-pair', points: 5, duration: HOUR }
const ACCOUNT_MAIL: Limit = { name: 'account-mail', points: 5, duration: HOUR }
const CODE: Limit = { name: 'second-factor', points: 15, duration: HOUR }
const RENAME: Limit = { name: 'rename', points: 10, duration: 24 * HOUR }
const LINK: Limit = { name: 'link', points: 100, duration: 15 * MINUTE }

export interface Attempt {
  /** Whether the browser has signed in with the account before. */
  known: boolean
  /** Refunds the attempt, because it was legitimate. */
  refund: () => Promise<void>
}

async function count(ctx: Ctx, keys: readonly [Limit, string][], known = false): Promise<Attempt> {
  for (const [limit, key] of keys) await consumeLimit(ctx.db, limit, key)
  return {
    known,
    async refund() {
      for (const [limit, key] of keys) await refundLimit(ctx.db, limit, key)
    },
  }
}

/**
 * Counts a sign-in attempt. A browser that has signed in with the account before has its own budget, which
 * strangers can't use up; others count toward account and address together, the account, and the address.
 */
export async function countSignIn(ctx: RequestCtx, email: string, userId?: string): Promise<Attempt> {
  const device = userId === undefined ? null : await knownDevice(ctx, userId)
  if (device !== null) return count(ctx, [[SIGN_IN_DEVICE, `${userId}|${device}`]], true)
  const address = addressKey(ctx.request.ip)
  return count(ctx, [
    [SIGN_IN_PAIR, `${email}|${address}`],
    [SIGN_IN_ACCOUNT, email],
    [SIGN_IN_ADDRESS, address],
  ])
}

/** Lets the caller sign in with a password that they have just set, whatever was tried before. */
export async function resetSignInLimits(ctx: RequestCtx, email: string): Promise<void> {
  await clearLimit(ctx.db, SIGN_IN_PAIR, `${email}|${addressKey(ctx.request.ip)}`)
  await clearLimit(ctx.db, SIGN_IN_ACCOUNT, email)
}

/** Password attempts within a session, counted separately from sign-in attempts. */
export const countReAuth = (ctx: UserRequest): Promise<Attempt> =>
  count(ctx, [[RE_AUTH, `${ctx.actor.userId}|${ctx.sessionId}`]])

export const countSignUp = (ctx: Ctx, ip: string): Promise<void> =>
  consumeLimit(ctx.db, SIGN_UP, addressKey(ip))

/**
 * Counts a registration, to be refunded if it succeeds: probing for existing accounts hits the limit long
 * before real registrations do.
 */
export const countTakenAddress = (ctx: Ctx, ip: string): Promise<Attempt> =>
  count(ctx, [[SIGN_UP_TAKEN, addressKey(ip)]])

/** Limits mails about registrations with an existing account's address to one a day. */
export const mayTellOfSignUp = (ctx: Ctx, email: string): Promise<boolean> =>
  hasPoints(ctx.db, SIGN_UP_NOTICE, email)

/** The same for known and unknown emails; requests by strangers elsewhere don't count. */
export async function countPasswordReset(ctx: Ctx, email: string, ip: string): Promise<void> {
  const address = addressKey(ip)
  await consumeLimit(ctx.db, RESET_ADDRESS, address)
  await consumeLimit(ctx.db, RESET_PAIR, `${email}|${address}`)
}

/** Mails about an account per hour, whoever requests them. */
export const countAccountMail = (ctx: Ctx, email: string): Promise<Attempt> =>
  count(ctx, [[ACCOUNT_MAIL, email]])

/** Changes of a person's own name, because deleting the account looks for every former one. */
export const countRename = (ctx: Ctx, userId: string): Promise<void> => consumeLimit(ctx.db, RENAME, userId)

/** Uses of emailed links per address. */
export const countLinkUse = (ctx: Ctx, ip: string): Promise<void> =>
  consumeLimit(ctx.db, LINK, addressKey(ip))

/** Two-factor codes tried per account, across password entries; a known device has its own count. */
export async function countCode(ctx: RequestCtx, userId: string): Promise<Attempt> {
  const device = await knownDevice(ctx, userId)
  return count(ctx, [[CODE, device === null ? userId : `${userId}|${device}`]])
}
